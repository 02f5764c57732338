const total = 1;
export default total;
