use steward_model::E164;

/// The codes that the ITU has assigned outside the zones 1 and 7, geographic or not. None is the beginning of another.
const ASSIGNED: &str = "\
    20 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 \
    239 240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 \
    265 266 267 268 269 27 290 291 297 298 299 30 31 32 33 34 350 351 352 353 354 355 356 357 358 359 36 \
    370 371 372 373 374 375 376 377 378 379 380 381 382 383 385 386 387 389 39 40 41 420 421 423 43 44 \
    45 46 47 48 49 500 501 502 503 504 505 506 507 508 509 51 52 53 54 55 56 57 58 590 591 592 593 594 \
    595 596 597 598 599 60 61 62 63 64 65 66 670 672 673 674 675 676 677 678 679 680 681 682 683 685 686 \
    687 688 689 690 691 692 800 808 81 82 84 850 852 853 855 856 86 870 878 880 881 882 883 886 888 90 \
    91 92 93 94 95 960 961 962 963 964 965 966 967 968 970 971 972 973 974 975 976 977 979 98 992 993 \
    994 995 996 998";

/// Area codes of zone 1 that belong to neither the United States' mainland nor Canada, and the one that stands for the country.
/// A text to them costs many times a domestic one, which is why fraud likes them. 900 is nobody's country: it is where calls cost extra.
const APART: [(&str, &str); 28] = [
    ("242", "1242"),
    ("246", "1246"),
    ("264", "1264"),
    ("268", "1268"),
    ("284", "1284"),
    ("340", "1340"),
    ("345", "1345"),
    ("441", "1441"),
    ("473", "1473"),
    ("649", "1649"),
    ("658", "1876"),
    ("664", "1664"),
    ("670", "1670"),
    ("671", "1671"),
    ("684", "1684"),
    ("721", "1721"),
    ("758", "1758"),
    ("767", "1767"),
    ("784", "1784"),
    ("787", "1787"),
    ("809", "1809"),
    ("829", "1809"),
    ("849", "1809"),
    ("868", "1868"),
    ("869", "1869"),
    ("876", "1876"),
    ("900", "1900"),
    ("939", "1787"),
];

/// The calling code of the country that a number belongs to, without its `+`; none where no country has it.
///
/// Countries that share zone 1 or 7 are told apart: `1` is the United States and Canada, `1876` is Jamaica, `7` is Russia, `77` is
/// Kazakhstan. A rule that allows a line's own country would otherwise allow every island that shares its first digit.
pub fn calling_code(number: &E164) -> Option<&'static str> {
    let digits = number.as_str().strip_prefix('+')?;
    if let Some(national) = digits.strip_prefix('1') {
        let apart = APART.iter().find(|(area, _)| national.starts_with(area));
        return Some(apart.map_or("1", |(_, code)| code));
    }
    if let Some(national) = digits.strip_prefix('7') {
        let kazakh = national.starts_with(['6', '7']);
        return Some(if kazakh { "77" } else { "7" });
    }
    ASSIGNED
        .split_whitespace()
        .find(|code| digits.starts_with(code))
}
