/** What all reports of the page are cut by; all of it is in the address. */
import { REPORT_STEPS } from '../../../../../domain/report.ts';
import { byLabel, SelectField } from '../../parts/choices.tsx';
import { FilterBar, FilterDay, FilterSelect } from '../../parts/filters.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { FILTERS, useReport, useReportQuery } from './data.ts';

export function ReportFilters() {
  const words = useTexts().reports.filters;
  const locale = useLocaleTag();
  const { kind } = useHere();
  const { from, to } = useReportQuery();
  const { data } = useReport('choices', { from, to });
  const { guides = [], areas = [], partners = [] } = data ?? {};
  const options = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ id, label: name })).toSorted(byLabel(locale));
  const partner = kind === 'studio' ? words.agency : words.studio;
  return (
    <FilterBar names={FILTERS}>
      <FilterDay name="from" label={words.from} />
      <FilterDay name="to" label={words.to} />
      <StepField />
      <FilterSelect name="guideId" label={words.guide} any={words.any} options={options(guides)} />
      <FilterSelect
        name="area"
        label={words.area}
        any={words.any}
        options={areas.map((area) => ({ id: area, label: area }))}
      />
      {partners.length > 0 && (
        <FilterSelect name="partner" label={partner} any={words.any} options={options(partners)} />
      )}
    </FilterBar>
  );
}

function StepField() {
  const words = useTexts().reports.filters;
  const [, change] = useFilters();
  const { step } = useReportQuery();
  return (
    <SelectField
      name="step"
      label={words.step}
      isOptional
      options={REPORT_STEPS.map((id) => ({ id, label: words.steps[id] }))}
      value={step}
      onChange={(id) => change({ step: id === 'week' ? undefined : id })}
    />
  );
}
