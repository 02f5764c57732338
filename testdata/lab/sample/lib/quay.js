exports.moors = () => true;
exports.lifts = () => {
  return false;
};
