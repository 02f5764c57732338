console.log('› other.test.js › soon');
console.log('2 test file(s)');
console.log('FAIL › 3 times');
