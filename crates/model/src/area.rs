//! Which clocks the holder of a phone number may go by, as far as the number tells.
//!
//! A number says where it was given out and not where its holder is, and an area may lie in two zones. Whoever asks takes the strictest:
//! a zone too many makes somebody wait, and one too few wakes them.

use crate::country;

/// The zones of an area of the North American plan, by its three digits.
type Area = (&'static [u16], &'static [&'static str]);

const EASTERN: &str = "America/New_York";
const CENTRAL: &str = "America/Chicago";
const MOUNTAIN: &str = "America/Denver";
const ARIZONA: &str = "America/Phoenix";
const PACIFIC: &str = "America/Los_Angeles";
const TORONTO: &str = "America/Toronto";
const HALIFAX: &str = "America/Halifax";
const WINNIPEG: &str = "America/Winnipeg";
const EDMONTON: &str = "America/Edmonton";
const VANCOUVER: &str = "America/Vancouver";

/// What an area of the plan that is not listed may be in: free numbers and those of no place are held anywhere, and new areas are added
/// every year. Only an hour and a half of the default day is left.
const ANYWHERE: &[&str] = &[
    "America/St_Johns",
    "America/Puerto_Rico",
    EASTERN,
    CENTRAL,
    MOUNTAIN,
    ARIZONA,
    PACIFIC,
    "America/Anchorage",
    "Pacific/Honolulu",
    "Pacific/Pago_Pago",
    "Pacific/Guam",
];

#[rustfmt::skip]
const AREAS: &[Area] = &[
    (&[201, 202, 203, 207, 212, 215, 216, 220, 223, 227, 229, 231, 234, 239, 240, 248, 252, 260, 267, 269, 272, 276, 283, 301, 302,
        304, 305, 313, 315, 317, 321, 324, 326, 329, 330, 332, 336, 339, 347, 351, 352, 363, 380, 386, 401, 404, 407, 410, 412, 413,
        419, 434, 436, 440, 443, 445, 463, 470, 472, 475, 478, 484, 502, 508, 513, 516, 517, 518, 540, 551, 561, 567, 570, 571, 582,
        585, 586, 603, 607, 609, 610, 614, 616, 617, 624, 631, 640, 645, 646, 656, 667, 678, 679, 680, 681, 686, 689, 703, 704,
        706, 716, 717, 718, 724, 727, 728, 732, 734, 740, 743, 754, 757, 762, 765, 770, 771, 772, 774, 781, 786, 802, 803, 804, 810,
        813, 814, 821, 826, 828, 835, 838, 839, 843, 845, 848, 854, 856, 857, 859, 860, 862, 863, 864, 865, 878, 904, 908, 910, 912,
        914, 917, 919, 929, 934, 937, 941, 943, 947, 948, 954, 959, 973, 978, 980, 984, 989], &[EASTERN]),
    (&[219, 270, 334, 364, 423, 448, 574, 606, 812, 850, 906, 930], &[EASTERN, CENTRAL]),
    (&[205, 210, 214, 217, 218, 224, 225, 228, 235, 251, 254, 256, 262, 274, 281, 309, 312, 314, 316, 318, 319, 320, 325, 327, 331,
        337, 346, 353, 361, 402, 405, 409, 414, 417, 430, 447, 457, 464, 469, 479, 501, 504, 507, 512, 515, 531, 534, 539, 557,
        563, 572, 573, 580, 601, 608, 612, 615, 618, 629, 630, 636, 641, 651, 659, 660, 662, 682, 708, 712, 713, 715, 726, 730, 731,
        737, 763, 769, 773, 779, 806, 815, 816, 817, 830, 832, 847, 861, 870, 872, 901, 903, 913, 918, 920, 924, 931, 936, 938, 940,
        945, 952, 956, 972, 975, 979, 985], &[CENTRAL]),
    (&[308, 432, 605, 620, 701, 785, 915], &[CENTRAL, MOUNTAIN]),
    (&[303, 307, 385, 406, 435, 505, 575, 719, 720, 748, 801, 970, 983], &[MOUNTAIN]),
    (&[480, 520, 602, 623], &[ARIZONA]),
    (&[928], &[ARIZONA, MOUNTAIN]),
    (&[208, 458, 541, 775, 986], &[MOUNTAIN, PACIFIC]),
    (&[206, 209, 213, 253, 279, 310, 323, 341, 350, 360, 369, 408, 415, 424, 425, 442, 503, 509, 510, 530, 559, 562, 564, 619,
        626, 628, 650, 657, 661, 669, 702, 707, 714, 725, 738, 747, 760, 805, 818, 820, 831, 840, 858, 909, 916, 925, 949, 951,
        971], &[PACIFIC]),
    (&[907], &["America/Anchorage", "America/Adak"]),
    (&[808], &["Pacific/Honolulu"]),
    (&[340, 787, 939], &["America/Puerto_Rico"]),
    (&[670, 671], &["Pacific/Guam"]),
    (&[684], &["Pacific/Pago_Pago"]),
    (&[226, 249, 263, 289, 343, 354, 365, 382, 416, 437, 438, 450, 468, 514, 519, 548, 579, 613, 647, 683, 705, 742, 753, 819,
        873, 905, 942], &[TORONTO]),
    (&[367, 418, 581], &[TORONTO, HALIFAX]),
    (&[807], &[TORONTO, WINNIPEG]),
    (&[204, 431, 584], &[WINNIPEG]),
    (&[306, 474, 639], &["America/Regina", WINNIPEG, EDMONTON]),
    (&[368, 403, 587, 780, 825], &[EDMONTON]),
    // British Columbia gives up changing its clocks, which not every list of zones knows: Arizona's are what it keeps.
    (&[604], &[VANCOUVER, ARIZONA]),
    (&[236, 250, 257, 672, 778], &[VANCOUVER, ARIZONA, EDMONTON]),
    (&[428, 506, 782, 902], &[HALIFAX]),
    (&[709, 879], &["America/St_Johns", HALIFAX]),
    (&[867], &["America/Whitehorse", EDMONTON, WINNIPEG, TORONTO]),
    (&[242], &["America/Nassau"]),
    (&[246, 264, 268, 284, 473, 664, 721, 758, 767, 784, 809, 829, 849, 868, 869], &["America/Puerto_Rico"]),
    (&[345, 658, 876], &["America/Jamaica"]),
    (&[441], &["Atlantic/Bermuda"]),
    (&[649], &["America/Grand_Turk"]),
];

/// The zones that the holder of this number may be in. Nothing if it is no number, or one of no country.
pub(crate) fn zones_of(number: &str) -> Option<&'static [&'static str]> {
    let digits = number.strip_prefix('+')?;
    let Some(national) = digits.strip_prefix('1') else {
        return country::zones_of(digits);
    };
    let area: u16 = national.get(..3)?.parse().ok()?;
    let listed = AREAS.iter().find(|(areas, _)| areas.contains(&area));
    Some(listed.map_or(ANYWHERE, |(_, zones)| zones))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_area_is_listed_twice_and_every_zone_is_one() {
        let mut seen = BTreeSet::new();
        for (areas, zones) in AREAS {
            for area in *areas {
                assert!(seen.insert(area), "{area} is listed twice");
                assert!((200..1000).contains(area), "{area} is no area");
            }
            assert!(!zones.is_empty());
        }
        let zones = AREAS.iter().flat_map(|(_, zones)| *zones).chain(ANYWHERE);
        for zone in zones {
            assert!(jiff::tz::TimeZone::get(zone).is_ok(), "{zone} is no zone");
        }
        assert!(seen.len() > 380, "{}", seen.len());
    }

    #[test]
    fn a_number_tells_its_zones() {
        assert_eq!(zones_of("+14155550100"), Some(&[PACIFIC][..]));
        assert_eq!(zones_of("+12085550100"), Some(&[MOUNTAIN, PACIFIC][..]));
        assert_eq!(zones_of("+18005550100"), Some(ANYWHERE));
        assert_eq!(zones_of("+19995550100"), Some(ANYWHERE));
        assert_eq!(zones_of("+442079460000"), Some(&["Europe/London"][..]));
        assert_eq!(zones_of("+881612345678"), None);
        assert_eq!(zones_of("+1"), None);
        assert_eq!(zones_of("ana@example.org"), None);
    }
}
