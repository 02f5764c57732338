eval('1');
import 'left-pad-missing';
