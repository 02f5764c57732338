require('./not/there');
