console.log('it said: FATAL ERROR: nothing at all');
console.log('  ----- JavaScript stack trace -----');
console.log('depot opened');
