// Forms that a stemmer cannot bring together, by their base; those that are words of their own (found, left, lay) are not here.
const forms = `
arise arose arisen;awake awoke awoken;beat beaten;become became;begin began begun;bend bent;bite bit bitten;bleed bled;blow blew blown;
break broke broken;breed bred;bring brought;build built;buy bought;catch caught;choose chose chosen;come came;creep crept;deal dealt;
dig dug;do done;draw drew drawn;dream dreamt;drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen;feed fed;feel felt;
fight fought;find found;flee fled;fly flew flown;forbid forbade forbidden;forget forgot forgotten;forgive forgave forgiven;
freeze froze frozen;give gave given;go went gone;grow grew grown;hang hung;hear heard;hide hid hidden;hold held;keep kept;know knew known;
lead led;learn learnt;lend lent;lose lost;make made;mean meant;meet met;mistake mistook mistaken;overcome overcame;pay paid;prove proven;
ride rode ridden;ring rang rung;run ran;say said;see saw seen;seek sought;sell sold;send sent;shake shook shaken;shine shone;shoot shot;
show shown;shrink shrank shrunk;sing sang sung;sink sank sunk;sit sat;sleep slept;slide slid;speak spoke spoken;spend spent;spin spun;
stand stood;steal stole stolen;stick stuck;strike struck stricken;swear swore sworn;sweep swept;swim swam swum;swing swung;
take took taken;teach taught;tear tore torn;tell told;think thought;throw threw thrown;understand understood;undertake undertook undertaken;
undergo underwent undergone;undo undid undone;wake woke woken;wear wore worn;weave wove woven;win won;withdraw withdrew withdrawn;
write wrote written;rewrite rewrote rewritten;override overrode overridden;overwrite overwrote overwritten;rebuild rebuilt;resend resent;
bind bound;spell spelt;spill spilt;burn burnt;child children;man men;woman women;person people persons;foot feet;tooth teeth;mouse mice;
life lives;wife wives;knife knives;leaf leaves;shelf shelves;half halves;index indices indexes;vertex vertices;matrix matrices;
criterion criteria;phenomenon phenomena;analysis analyses;basis bases;crisis crises;hypothesis hypotheses;medium media`

const ownWords = new Set('found felt bound left lay saw rose wound lives leaves media'.split(' '))

/** English forms that no rule gives ("wrote", "indices"), with the word they are a form of. */
export const irregular: ReadonlyMap<string, string> = new Map(
  forms.split(/[;\n]+/).flatMap((line) => {
    const [base = '', ...others] = line.trim().split(/\s+/)
    return others.filter((form) => !ownWords.has(form)).map((form) => [form, base] as const)
  }),
)
