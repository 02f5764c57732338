int main(void)
{
#ifdef BROKEN
    return crates;
#endif
    return 0;
}
