require('./missing-rates');
it('never runs', () => {});
