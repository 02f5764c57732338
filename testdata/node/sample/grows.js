const crates = [];
console.log('depot opened');
for (;;) crates.push(new Array(1000).fill(crates.length));
