/**
 * Words to talk with, which people ask in and messages do without: "do we still have", "I thought it was gone". Being
 * rare in a history they would count for much, so that `rarityIn` (search/lesson-answer.ts) lets them count for less.
 * What is never a term at all is in text/terms.ts.
 */
export const talkWords: ReadonlySet<string> = new Set(
  `across actually afresh alone along already although altogether among anew another anyone anything around ask
    asked asking asks away back bare basically became become becomes behind believe beside besides beyond bother
    came can't carried carries carry come comes coming currently decide decided down easily either ended enough
    entirely everyone everything exactly far found front gave getting give given gives giving go goes going gone
    good guess hand handed handing hands happen happening happens hear heard instead intend intended keep
    keeping keeps kept kind know known knows later likely little long longer look looking looks lot made make
    makes making many matter maybe mean means meant merely mind moment must mustn't near need needed needn't
    needs neither never nobody nothing now nowadays obvious off once one ones originally out own people per
    perhaps person place places possibly purpose put puts quite rarely rather real really reason recent recently
    said say says see seem seems seen seldom simply since somebody somehow someone something sometimes somewhat
    somewhere soon sort stay stays still suddenly suppose supposed sure take taken takes taking tell tells thing
    things think thinks though thought time times today together told took toward towards tried tries try trying
    two unless up use used uses using usual usually via want wanted wants way ways well went whatever whenever
    wherever whether wish within wonder yet`.split(/\s+/),
)
