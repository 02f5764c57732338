const { EventEmitter } = require('events');

const scale = new EventEmitter();
scale.emit('error', new Error('the scale is not level'));
