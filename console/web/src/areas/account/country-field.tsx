/** A country, by its name in the reader's language; the value is ISO 3166-1 alpha-2. */
import { useMemo } from 'react';
import { byLabel, ComboField } from '../../parts/choices.tsx';
import type { FieldProps } from '../../parts/fields.tsx';
import { useLocaleTag } from '../../shell/preferences.tsx';
import { displayNames } from '../../texts/format.ts';

const CODES =
  `AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL
  CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP
  GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI
  LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU
  NZ OM PA PE PF PG PH PK PL PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC
  TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WS XK YE YT ZA ZM ZW`.split(
    /\s+/,
  );

interface CountryProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function CountryField(props: CountryProps) {
  const locale = useLocaleTag();
  const options = useMemo(() => {
    const names = displayNames(locale, { type: 'region' });
    const all = CODES.map((id) => ({ id, label: names.of(id) ?? id }));
    return all.sort(byLabel(locale));
  }, [locale]);
  return <ComboField {...props} options={options} />;
}
