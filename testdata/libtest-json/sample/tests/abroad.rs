#[test]
fn austria() {
    assert_eq!(parcels::postage(200), 120);
}
