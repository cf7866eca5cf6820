use super::*;

#[test]
fn the_nearest_name_is_found_and_a_far_one_is_not() {
    let known = ["home", "http.listen", "database.url", "log.level"];
    for (wrong, right) in [
        ("hom", Some("home")),
        ("HOME", Some("home")),
        ("hmoe", Some("home")),
        ("http.lstn", Some("http.listen")),
        ("log.levels", Some("log.level")),
        ("server.listen", Some("http.listen")),
        ("listen", Some("http.listen")),
        ("hxxe", None),
        ("log.format", None),
        ("", None),
    ] {
        assert_eq!(nearest(wrong, known.into_iter()), right, "{wrong}");
    }
}
