int total(int value) {
    int list[2];
    return list[value] + value * 2000000000;
}
int main(int count, char **arguments) { (void)arguments; return total(count * 7); }
