throw new Error('the harbour is closed');
