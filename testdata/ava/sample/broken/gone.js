import './not/there.js';
