const gone = require('./not/there');
