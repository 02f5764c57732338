package warned;

import java.util.ArrayList;
import java.util.List;

class Old {
    List<String> names() {
        List raw = new ArrayList();
        return raw;
    }
}
