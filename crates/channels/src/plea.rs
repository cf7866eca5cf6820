//! What a person has to hear of, whatever an agent makes of it.

use crate::refusal::{self, Refusal};
use crate::wording::Words;

/// What a text asks a person for. Nothing here is a model's judgement: these are words, and a word too many costs a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Plea {
    /// Somebody or something is in danger.
    Emergency,
    /// They want to talk to a person.
    Person,
    /// They speak of lawyers, courts or the police.
    Dispute,
    /// They say something about being written to that is not plainly a wish for silence.
    Contact,
}

impl Plea {
    /// The first of these that a text is.
    pub fn of(text: &str) -> Option<Self> {
        let words = Words::of(text);
        if words.say_any(DANGER) || (words.say_any(ALARM) && !words.say_any(NO_ALARM)) {
            Some(Self::Emergency)
        } else if words.say_any(PERSON) {
            Some(Self::Person)
        } else if words.say_any(DISPUTE) {
            Some(Self::Dispute)
        } else {
            let unclear = refusal::refusal(text) == Some(Refusal::Unclear);
            unclear.then_some(Self::Contact)
        }
    }
}

const DANGER: &[&str] = &[
    // Gas and smoke.
    "smell|smells|smelling|smelled|smelt|stinks|reeks ~4 gas|smoke|burning|propane",
    "gas|propane|smoke|burning smell|odor|odour|leak|leaking|everywhere",
    "gas is leaking",
    "gas meter|line|main|pipe ~4 hit|leaking|broken|cut|struck|hissing|broke|ruptured|leak",
    "ppm",
    "everyone|everybody|kids|we|all|family|us ~5 dizzy|faint|fainting|throwing|vomiting|nauseous",
    "leaking gas|propane",
    "rotten egg|eggs",
    "carbon monoxide $|in|is|poisoning|leak|levels|here|reading",
    "co alarm|detector ~3 going|beeping|went|goes|wont|sounding|off|screaming",
    "monoxide|smoke|fire alarm|alarms|detector|detectors ~3 going off",
    "smoke ~2 coming|pouring|filling|everywhere|rising|billowing",
    "full of|with smoke",
    "lots|tons of smoke",
    // Fire.
    "on fire",
    "help ~1 fire|gas|flood|water",
    "gave way",
    "just collapsed",
    "filling up|with ~2 fast|water|smoke",
    "caught|catching fire",
    "theres ?a|an|lots|so ?of|much fire|smoke|flames",
    "is ?a fire $|in|on|at|now",
    "a fire in|at|on|started|broke",
    "fire started|broke|spreading",
    "flames",
    "sparks|sparking|sparked",
    "outlet|wire|wires|panel|breaker|socket ~3 smoking|burning|melting|melted|buzzing|hot|burnt",
    "shocked|electrocuted",
    "got|getting ~2 shock",
    "live|downed wire|wires|line|lines|power",
    "exploded|explosion|exploding",
    // Water.
    "water|wtr|sewage ~2 everwhere|pouring|gushing|spraying|flooding|rushing|everywhere|shooting|streaming|coming",
    "pouring|gushing|spraying|flooding|rushing ~3 water",
    "is|are|basement|kitchen|bathroom|apartment|unit|house|garage|floor|room|hallway|getting|place ~2 flooding|flooded|underwater",
    "flooding $|in|from|the|my|now|here|fast|everywhere",
    "water|waters coming in|through|up|down|out|from|under",
    "burst pipe|pipes",
    "pipes ~1 freezing|frozen|froze",
    "pipe|pipes|hose|heater|tank ~2 burst|brust|bursted|exploded|busted|broke",
    "sewage|sewer ~3 backing|backed|coming|floor|up|overflowing",
    "inches|foot|feet of water",
    "ceiling|roof|wall|floor|balcony|stairs ~3 collapsed|collapsing|caved|caving|fell|falling|buckling|sagging",
    "coming off ~3 building|house|wall|roof",
    "bulging|buckling|cracking ~5 loud|fall|collapse|wall|ceiling",
    "gonna|going|about|might ?to fall|collapse|explode|blow|burst|die|cave|drown",
    // Cold.
    "no heat",
    "heat|heater|furnace|boiler ~3 out|died|dead|off|stopped ~8 freezing|degrees|baby|below|cold|dropping|inside|oxygen|frozen|elderly",
    "freezing in here",
    // People.
    "broke|breaking in|into ~4 house|apartment|apt|unit|home|place|now|my|through|front|back",
    "someones|somebodys|someone|somebody|man|guy|stranger ~3 breaking|trying|broke|climbing|kicking ~1 to|in|into|my|the",
    "intruder|intruders|burglar|burglars ~2 in|inside|at|here|now|outside",
    "gunshot|gunshots|gunfire|shots|stabbed|stabbing",
    "gun|knife|weapon ~3 me|us|at|him|her|them|outside|hallway|lobby",
    "with|has|have|pulled|waving ~2 gun|knife|weapon",
    "was|been|got|is|were attacked|assaulted|shot|robbed",
    "beating|hitting|attacking|threatening ~2 me|him|her|us|up|wife|kids",
    "going to kill|hurt",
    "hurt|hurting|kill|killing myself|himself|herself|themselves",
    "want|wanna ?to die",
    "suicidal|suicide|overdose|overdosed|overdosing",
    "not breathing|responding|waking",
    "isnt|cant|cannot|wont|stopped breathe|breathing|breath|wake",
    "unconscious|unresponsive|seizure|seizing|choking",
    "passed out",
    "chest pain|pains",
    "having|had|have ~2 heart attack",
    "contractions",
    "cant|cannot swallow|move",
    "took|taken|swallowed ~2 pills",
    "hurt bad|badly",
    "having ~2 stroke",
    "bleeding",
    "fell ~8 hurt|move|up|bleeding|breathing|hip|head|conscious|stairs",
    "allergic reaction",
    "trapped",
    "breathing machine",
    "oxygen|ventilator ~5 battery|power|out",
    "on oxygen",
    "drank|swallowed|ate|drunk ~4 cleaner|bleach|pills|poison|battery|chemical|chemicals|detergent|medicine",
    "smashing|smashed|kicking|kicked|banging ~2 everything|door|window|windows|things|in",
    "still|hes|shes|theyre|theyr inside|in the|my|house",
    "ex|husband|boyfriend|roommate ~4 hitting|smashing|threatening|hit|gun|knife",
    "stuck ~4 elevator|lift",
    "elevator|lift ~3 stuck|trapped|dropped|fell|stopped",
    "locked ~3 inside|car ~4 baby|kid|child|toddler|dog|son|daughter",
    "baby|kid|child|toddler|son|daughter ~4 locked|trapped|missing",
    "call|called|calling|need|dial ~2 911|ambulance|paramedics|112|999",
    "fire department|truck|dept ~3 here|coming|way|now",
    "send|need ~2 police|cops",
    "tree|car|truck ~4 crashed|fell ~4 roof|house|building|wall|through|into|on",
    // In Spanish.
    "huele|olor|olores|fuga|escape ~4 gas|quemado|humo",
    "incendio|llamas|chispas|explosion|quemando|quemandose|ardiendo",
    "mucho|sale|hay|veo|saliendo ~1 humo|fuego",
    "no hay calefaccion",
    "sin|no ~3 calefaccion ~8 bebe|frio|grados|cero",
    "monoxido",
    "inundo|inundando|inundada|inundado|inunda",
    "fuego en",
    "sangre",
    "agua|tuberia|tubo ~4 saliendo|techo|rota|roto|revento|reventada|rompio|chorros|cayendo",
    "sale|saliendo|cae|cayendo ~3 agua",
    "ambulancia|auxilio|socorro|bomberos",
    "no respira|despierta|responde|reacciona",
    "sangrando|sangra|infarto|desmayo|desmayado|desmayada|atrapado|atrapada|atrapados|encerrado|encerrada",
    "entro|entrando|entrar|metio|metiendo|meterse|forzando ~4 casa|apartamento|departamento|alguien|puerta",
    "pistola|cuchillo|disparos|balazos|arma",
    "se ~1 cayo|callo ~3 techo|pared",
    "sin calefaccion",
];

const ALARM: &[&str] = &[
    "emergency|emergencia|911",
    "help me",
    "help asap|now|quick|quickly|immediately|hurry",
    "danger|dangerous|peligro",
    "urgent|urgente ~8 now|ahora|asap|please",
    "mayday|sos",
];

const NO_ALARM: &[&str] = &[
    "not|isnt|no|non|wasnt|never ~2 emergency|urgent|dangerous|danger|emergencia|urgente",
    "emergency contact|contacts|fund|exit|exits|kit|number|numbers|phone|light|lights|lighting|key|line|drill|plan|services|repairs|repair|fee|room|form|call",
    "in case of ~1 emergency",
    "in an emergency",
    "if|for|caso ~3 emergency|emergencies|emergencia",
    "contacto de emergencia",
];

const PERSON: &[&str] = &[
    "talk|speak|speaking|talking|chat|connected|connect|transferred|transfer|pass|put|reach|hear|deal ~4 person|human|someone|somebody|manager|supervisor|agent|representative|rep|operator|owner|boss|staff|people|anyone|individual|management|broker|adjuster|landlord|mr|ms|mrs|dr|whoever",
    "real|actual|live|living|human|breathing person|human|agent|someone|somebody|operator|being|rep|representative|people",
    "a human|hooman",
    "need|want|get a person",
    "anyone real",
    "mind calling me|us",
    "telephone me|us",
    "by phone",
    "talk|speak|tlk to him|her|manager|them",
    "get somebody|someone else",
    "hablar con",
    "someone|somebody real",
    "^ agent|operator|representative|human|person|manager|supervisor|humano|persona|operador ?please|pls|now|favor $",
    "get|give|fetch|send ?me ~2 supervisor|manager|boss|owner|human|person|representative",
    "over|by|on the phone",
    "speek|speak|talk ~3 persn|persun|human|person",
    "call back",
    "call my|our wife|husband|cell|office|phone|mom|dad|son|daughter|number|work",
    "not|no|isnt|hate|sick|tired|stop|enough ~4 robot|robots|bot|bots|machine|ai|automated|chatbot|computer",
    "are|is|am|r ~5 bot|robot|machine|ai|chatbot|automated|computer|human",
    "talking|texting|speaking to|with ~1 bot|robot|machine|ai|chatbot|computer",
    "call|phone|ring me",
    "call|phone|ring us back|asap|today|now|please",
    "give me|us ~2 call|ring|buzz",
    "have|get|ask|tell|let|want|need|can|could|would|will|should|may|please ~5 call|calls|phone|contact me|us|back",
    "someone|somebody|anyone|anybody|manager|person|owner|agent|he|she ~2 call|calls|phone ~2 me|us|back",
    "need|want|expect|waiting|request|requesting|like|get|for ~3 call|callback|phone ?call back",
    "callback",
    "phone call",
    "who ~2 supervisor|manager|boss|owner|charge",
    "whos your|the|in supervisor|manager|boss|owner|charge",
    "want|need|get|let|your|contact|reach|the ~1 supervisor|manager|owner|boss ~3 now|please|number|today|asap|on|involved|to",
    "escalate|escalated",
    "hablar|comunicarme|comunicar|hable|comuniqueme|paseme|comunique|pongame|pasenme|comuniquenme|pasame ~4 persona|alguien|gerente|encargado|encargada|humano|dueno|duena|supervisor|agente|representante|usted|licenciado|jefe",
    "persona real|humana|verdadera|viva",
    "llameme|llamenme|llamame|marqueme",
    "me|pueden|puede|alguien ~2 llame|llamen|llamar|marcar|marque",
    "hablar|hablando|esto|eres|es|con ~4 robot|maquina|bot",
];

const DISPUTE: &[&str] = &[
    "my|a|our|get|talk|call|contact|hire|hear|the|your|an ~2 lawyer|attorney|lawyers|attorneys",
    "to|will|gonna|ill|can|could|should|going|id sue",
    "suing|lawsuit|litigation|demandar|demandarlos|demandarles|demandare",
    "mi|un|con|hablar ~2 abogado|abogada",
    "legal action|advice|counsel|aid|rights|matter",
    "small claims",
    "take|see|taking|going ~3 court",
    "press|file|filing|pressing ~2 charges|complaint",
    "police report",
    "report|reporting you|u|this|your ~3 bbb|city|state|police|board|health|authorities|inspector|housing|commissioner|hud",
    "better business bureau",
    "tenant|tenants rights",
];

#[cfg(test)]
#[path = "plea_tests.rs"]
mod tests;
