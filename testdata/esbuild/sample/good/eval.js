eval('1');
if (NaN === 1) console.log('never');
