package broken;

import java.util.List;

class Scion {
    int wax = missing(3);
    String knife = 7;

    void join(List<String> twigs, int count) {
        join(twigs);
        twigs.stream().map(twig -> twig.weight()).toList();
    }
}
