int broken() {
    return missing + 1
}
