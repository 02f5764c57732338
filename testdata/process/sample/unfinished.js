function label(weight) {
  return weight + ' g';

