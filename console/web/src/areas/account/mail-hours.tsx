/** When one is sent mails, by clocks where the reader is. */
import { ComboField, SelectField } from '../../parts/choices.tsx';
import { Checkbox } from '../../parts/fields.tsx';
import { zonesWith } from '../../parts/zones.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { dateFormat } from '../../texts/format.ts';
import { Explained } from './explained.tsx';
import type { Draft, Hours } from './notice-data.ts';

interface Props {
  readonly draft: Draft;
  readonly onChange: (changed: Partial<Draft>) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function MailHours({ draft, onChange }: Props) {
  const words = useTexts().notices.choices;
  const { isDaily, dailyAt, isQuiet, hours, timeZone } = draft;
  const options = useHourOptions();
  return (
    <>
      <Checkbox
        name="daily"
        label={<Explained label={words.daily} help={words.dailyHelp} />}
        isSelected={isDaily}
        onChange={(chosen) => onChange({ isDaily: chosen })}
      />
      {isDaily && (
        <SelectField
          name="dailyAt"
          label={words.dailyAt}
          options={options}
          value={String(dailyAt)}
          onChange={(hour) => onChange({ dailyAt: Number(hour) })}
        />
      )}
      <Checkbox
        name="quiet"
        label={<Explained label={words.quiet} help={words.quietHelp} />}
        isSelected={isQuiet}
        onChange={(chosen) => onChange({ isQuiet: chosen })}
      />
      {isQuiet && <QuietHours hours={hours} onChange={(changed) => onChange({ hours: changed })} />}
      {(isDaily || isQuiet) && (
        <ComboField
          name="timeZone"
          label={words.timeZone}
          options={zonesWith(timeZone)}
          value={timeZone}
          onChange={(zone) => zone !== '' && onChange({ timeZone: zone })}
        />
      )}
    </>
  );
}

/** Maybe over midnight. They never end at the hour at which they begin: that would be always, or never. */
function QuietHours({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const words = useTexts().notices.choices;
  const options = useHourOptions();
  const { from, until } = hours;
  const begin = (hour: number) => onChange({ from: hour, until: hour === until ? (hour + 1) % 24 : until });
  return (
    <div className="field-pair">
      <SelectField
        name="quiet.from"
        label={words.from}
        options={options}
        value={String(from)}
        onChange={(hour) => begin(Number(hour))}
      />
      <SelectField
        name="quiet.until"
        label={words.until}
        options={options.filter(({ id }) => id !== String(from))}
        value={String(until)}
        onChange={(hour) => onChange({ from, until: Number(hour) })}
      />
    </div>
  );
}

/** `22:00`, as times are written everywhere in the console. */
function useHourOptions() {
  const locale = useLocaleTag();
  const format = dateFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return HOURS.map((hour) => ({ id: String(hour), label: format.format(new Date(hour * 3_600_000)) }));
}
