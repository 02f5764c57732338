const unused = 1;
undefinedCall();
// eslint-disable-next-line no-undef
suppressedCall();
