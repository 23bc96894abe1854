/** What the reports page asks of the console's server, by the filters in its address. */
import { useQuery } from '@tanstack/react-query';
import { REPORT_STEPS, type ReportStep } from '../../../../../domain/report.ts';
import { addressOf, request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import type { Answer, Route } from '../../api/routes.ts';
import { dayIn } from '../../parts/days.ts';
import { type Filters, searchText, useFilters } from '../../shell/address.ts';
import { useHere } from '../../shell/session.ts';

type Base = 'GET /api/{company}/{world}/console/reports/';
type NameOf<One> = One extends `${Base}${infer Name}` ? Name : never;
export type ReportName = Exclude<NameOf<Route>, 'choices' | `${string}.csv`>;
type ReportRoute<Name extends string> = Extract<Route, `${Base}${Name}`>;

export const FILTERS = ['from', 'to', 'guideId', 'area', 'partner'] as const;

/** The filters that all reports have. */
export function useReportQuery(): Filters & { readonly step: ReportStep } {
  const [{ from, to, step, guideId, area, partner }] = useFilters();
  return {
    from: dayIn(from) || undefined,
    to: dayIn(to) || undefined,
    step: REPORT_STEPS.find((one) => one === step) ?? 'week',
    ...{ guideId, area, partner },
  };
}

/** No event makes reports old: they are read again when the page is opened, or a filter is changed. */
export function useReport<Name extends ReportName | 'choices'>(name: Name, query: Filters) {
  const { company, world } = useHere();
  const route = `GET /api/{company}/{world}/console/reports/${name}` as ReportRoute<Name>;
  return useQuery<Answer<ReportRoute<Name>>, Refusal>({
    queryKey: [company, world, 'reports', name, query],
    queryFn: ({ signal }) =>
      request(route, { params: { company, world }, query, signal } as never) as Promise<
        Answer<ReportRoute<Name>>
      >,
  });
}

/** Where the report's table is as a file. */
export function useReportFile(name: ReportName, query: Filters): string {
  const { company, world } = useHere();
  const route = `GET /api/{company}/{world}/console/reports/${name}.csv` as Route;
  return `${addressOf(route, { company, world })}${searchText(query)}`;
}
