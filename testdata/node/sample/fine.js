console.log('depot opened');
