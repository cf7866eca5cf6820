//! The clocks of the countries, by their calling codes. North America's is told by area: see `area`.

/// A calling code and the zones of whoever may have it. Of many zones the first and the last to see the sun are enough.
type Country = (u16, &'static [&'static str]);

#[rustfmt::skip]
const COUNTRIES: &[Country] = &[
    (20, &["Africa/Cairo"]), (211, &["Africa/Juba"]), (212, &["Africa/Casablanca", "Africa/El_Aaiun"]), (213, &["Africa/Algiers"]),
    (216, &["Africa/Tunis"]), (218, &["Africa/Tripoli"]), (220, &["Africa/Banjul"]), (221, &["Africa/Dakar"]),
    (222, &["Africa/Nouakchott"]), (223, &["Africa/Bamako"]), (224, &["Africa/Conakry"]), (225, &["Africa/Abidjan"]),
    (226, &["Africa/Ouagadougou"]), (227, &["Africa/Niamey"]), (228, &["Africa/Lome"]), (229, &["Africa/Porto-Novo"]),
    (230, &["Indian/Mauritius"]), (231, &["Africa/Monrovia"]), (232, &["Africa/Freetown"]), (233, &["Africa/Accra"]),
    (234, &["Africa/Lagos"]), (235, &["Africa/Ndjamena"]), (236, &["Africa/Bangui"]), (237, &["Africa/Douala"]),
    (238, &["Atlantic/Cape_Verde"]), (239, &["Africa/Sao_Tome"]), (240, &["Africa/Malabo"]), (241, &["Africa/Libreville"]),
    (242, &["Africa/Brazzaville"]), (243, &["Africa/Kinshasa", "Africa/Lubumbashi"]), (244, &["Africa/Luanda"]),
    (245, &["Africa/Bissau"]), (246, &["Indian/Chagos"]), (247, &["Atlantic/St_Helena"]), (248, &["Indian/Mahe"]),
    (249, &["Africa/Khartoum"]), (250, &["Africa/Kigali"]), (251, &["Africa/Addis_Ababa"]), (252, &["Africa/Mogadishu"]),
    (253, &["Africa/Djibouti"]), (254, &["Africa/Nairobi"]), (255, &["Africa/Dar_es_Salaam"]), (256, &["Africa/Kampala"]),
    (257, &["Africa/Bujumbura"]), (258, &["Africa/Maputo"]), (260, &["Africa/Lusaka"]), (261, &["Indian/Antananarivo"]),
    (262, &["Indian/Mayotte", "Indian/Reunion"]), (263, &["Africa/Harare"]), (264, &["Africa/Windhoek"]),
    (265, &["Africa/Blantyre"]), (266, &["Africa/Maseru"]), (267, &["Africa/Gaborone"]), (268, &["Africa/Mbabane"]),
    (269, &["Indian/Comoro"]), (27, &["Africa/Johannesburg"]), (290, &["Atlantic/St_Helena"]), (291, &["Africa/Asmara"]),
    (297, &["America/Aruba"]), (298, &["Atlantic/Faroe"]), (299, &["America/Danmarkshavn", "America/Nuuk", "America/Thule"]),
    (30, &["Europe/Athens"]), (31, &["Europe/Amsterdam"]), (32, &["Europe/Brussels"]), (33, &["Europe/Paris"]),
    (34, &["Europe/Madrid", "Atlantic/Canary"]), (350, &["Europe/Gibraltar"]), (351, &["Europe/Lisbon", "Atlantic/Azores"]),
    (352, &["Europe/Luxembourg"]), (353, &["Europe/Dublin"]), (354, &["Atlantic/Reykjavik"]), (355, &["Europe/Tirane"]),
    (356, &["Europe/Malta"]), (357, &["Asia/Nicosia", "Asia/Famagusta"]), (358, &["Europe/Helsinki"]), (359, &["Europe/Sofia"]),
    (36, &["Europe/Budapest"]), (370, &["Europe/Vilnius"]), (371, &["Europe/Riga"]), (372, &["Europe/Tallinn"]),
    (373, &["Europe/Chisinau"]), (374, &["Asia/Yerevan"]), (375, &["Europe/Minsk"]), (376, &["Europe/Andorra"]),
    (377, &["Europe/Monaco"]), (378, &["Europe/San_Marino"]), (379, &["Europe/Vatican"]),
    (380, &["Europe/Kyiv", "Europe/Simferopol"]), (381, &["Europe/Belgrade"]), (382, &["Europe/Podgorica"]),
    (383, &["Europe/Belgrade"]), (385, &["Europe/Zagreb"]), (386, &["Europe/Ljubljana"]), (387, &["Europe/Sarajevo"]),
    (389, &["Europe/Skopje"]), (39, &["Europe/Rome"]), (40, &["Europe/Bucharest"]), (41, &["Europe/Zurich"]),
    (420, &["Europe/Prague"]), (421, &["Europe/Bratislava"]), (423, &["Europe/Vaduz"]), (43, &["Europe/Vienna"]),
    (44, &["Europe/London"]), (45, &["Europe/Copenhagen"]), (46, &["Europe/Stockholm"]), (47, &["Europe/Oslo"]),
    (48, &["Europe/Warsaw"]), (49, &["Europe/Berlin"]),
    (500, &["Atlantic/Stanley", "Atlantic/South_Georgia"]), (501, &["America/Belize"]), (502, &["America/Guatemala"]),
    (503, &["America/El_Salvador"]), (504, &["America/Tegucigalpa"]), (505, &["America/Managua"]), (506, &["America/Costa_Rica"]),
    (507, &["America/Panama"]), (508, &["America/Miquelon"]), (509, &["America/Port-au-Prince"]), (51, &["America/Lima"]),
    // Along the northern border they go by the neighbour's clocks.
    (52, &["America/New_York", "America/Cancun", "America/Mexico_City", "America/Hermosillo", "America/Tijuana"]),
    (53, &["America/Havana"]), (54, &["America/Argentina/Buenos_Aires"]), (55, &["America/Noronha", "America/Rio_Branco"]),
    (56, &["America/Punta_Arenas", "America/Santiago", "Pacific/Easter"]), (57, &["America/Bogota"]), (58, &["America/Caracas"]),
    (590, &["America/Guadeloupe"]), (591, &["America/La_Paz"]), (592, &["America/Guyana"]),
    (593, &["America/Guayaquil", "Pacific/Galapagos"]), (594, &["America/Cayenne"]), (595, &["America/Asuncion"]),
    (596, &["America/Martinique"]), (597, &["America/Paramaribo"]), (598, &["America/Montevideo"]), (599, &["America/Curacao"]),
    (60, &["Asia/Kuala_Lumpur"]),
    (61, &["Australia/Lord_Howe", "Australia/Sydney", "Australia/Brisbane", "Australia/Perth", "Indian/Christmas", "Indian/Cocos"]),
    (62, &["Asia/Jayapura", "Asia/Jakarta"]), (63, &["Asia/Manila"]), (64, &["Pacific/Chatham", "Pacific/Auckland"]),
    (65, &["Asia/Singapore"]), (66, &["Asia/Bangkok"]), (670, &["Asia/Dili"]),
    // Norfolk Island, and the Australian stations in the Antarctic.
    (672, &["Pacific/Norfolk", "Antarctica/Macquarie", "Antarctica/Casey", "Antarctica/Davis", "Antarctica/Mawson"]),
    (673, &["Asia/Brunei"]), (674, &["Pacific/Nauru"]), (675, &["Pacific/Bougainville", "Pacific/Port_Moresby"]),
    (676, &["Pacific/Tongatapu"]), (677, &["Pacific/Guadalcanal"]), (678, &["Pacific/Efate"]), (679, &["Pacific/Fiji"]),
    (680, &["Pacific/Palau"]), (681, &["Pacific/Wallis"]), (682, &["Pacific/Rarotonga"]), (683, &["Pacific/Niue"]),
    (685, &["Pacific/Apia"]), (686, &["Pacific/Kiritimati", "Pacific/Tarawa"]), (687, &["Pacific/Noumea"]),
    (688, &["Pacific/Funafuti"]), (689, &["Pacific/Gambier", "Pacific/Tahiti"]), (690, &["Pacific/Fakaofo"]),
    (691, &["Pacific/Pohnpei", "Pacific/Chuuk"]), (692, &["Pacific/Majuro"]),
    // Russia, and Kazakhstan in the middle of it.
    (7, &["Asia/Kamchatka", "Asia/Almaty", "Europe/Kaliningrad"]),
    (81, &["Asia/Tokyo"]), (82, &["Asia/Seoul"]), (84, &["Asia/Ho_Chi_Minh"]), (850, &["Asia/Pyongyang"]),
    (852, &["Asia/Hong_Kong"]), (853, &["Asia/Macau"]), (855, &["Asia/Phnom_Penh"]), (856, &["Asia/Vientiane"]),
    // The far west has a clock of its own beside Beijing's.
    (86, &["Asia/Shanghai", "Asia/Urumqi"]), (880, &["Asia/Dhaka"]), (886, &["Asia/Taipei"]), (90, &["Europe/Istanbul"]),
    (91, &["Asia/Kolkata"]), (92, &["Asia/Karachi"]), (93, &["Asia/Kabul"]), (94, &["Asia/Colombo"]), (95, &["Asia/Yangon"]),
    (960, &["Indian/Maldives"]), (961, &["Asia/Beirut"]), (962, &["Asia/Amman"]), (963, &["Asia/Damascus"]),
    (964, &["Asia/Baghdad"]), (965, &["Asia/Kuwait"]), (966, &["Asia/Riyadh"]), (967, &["Asia/Aden"]), (968, &["Asia/Muscat"]),
    (970, &["Asia/Gaza", "Asia/Hebron"]), (971, &["Asia/Dubai"]), (972, &["Asia/Jerusalem", "Asia/Gaza"]),
    (973, &["Asia/Bahrain"]), (974, &["Asia/Qatar"]), (975, &["Asia/Thimphu"]), (976, &["Asia/Ulaanbaatar", "Asia/Hovd"]),
    (977, &["Asia/Kathmandu"]), (98, &["Asia/Tehran"]), (992, &["Asia/Dushanbe"]), (993, &["Asia/Ashgabat"]), (994, &["Asia/Baku"]),
    (995, &["Asia/Tbilisi"]), (996, &["Asia/Bishkek"]), (998, &["Asia/Tashkent"]),
];

/// The zones of the country that these digits begin with. Nothing for codes that are no country's, such as those of satellites.
pub(crate) fn zones_of(digits: &str) -> Option<&'static [&'static str]> {
    // No code begins with another one, and so it does not matter which length is tried first.
    let listed = (1..=3).find_map(|length| {
        let code: u16 = digits.get(..length)?.parse().ok()?;
        COUNTRIES.iter().find(|(country, _)| *country == code)
    });
    listed.map(|(_, zones)| *zones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_begins_with_another_and_every_zone_is_one() {
        for (n, (code, zones)) in COUNTRIES.iter().enumerate() {
            let code = code.to_string();
            assert!(!code.starts_with('1'), "{code} is told by area");
            for (other, _) in &COUNTRIES[n + 1..] {
                let other = other.to_string();
                let clash = code.starts_with(&other) || other.starts_with(&code);
                assert!(!clash, "{code} and {other}");
            }
            assert!(!zones.is_empty());
            for zone in *zones {
                assert!(jiff::tz::TimeZone::get(zone).is_ok(), "{zone} is no zone");
            }
        }
        assert!(COUNTRIES.len() > 200, "{}", COUNTRIES.len());
    }

    #[test]
    fn a_number_tells_its_country() {
        assert_eq!(zones_of("4930123456"), Some(&["Europe/Berlin"][..]));
        assert_eq!(zones_of("442079460000"), Some(&["Europe/London"][..]));
        assert_eq!(zones_of("35315551234"), Some(&["Europe/Dublin"][..]));
        for none in ["881612345678", "", "4", "ana"] {
            assert_eq!(zones_of(none), None);
        }
    }
}
