describe('basket', () => { it('holds', () => {}); it('adds prices', () => { throw new Error('three is not four'); }); it('flies'); });
