/** Texts of the area reports, in Spanish. */
import type { reports as english } from '../en/reports.ts';
import { plural } from '../format.ts';

const orders = (count: number) => plural('es', count, { one: '# reserva', other: '# reservas' });
const answers = (count: number) => plural('es', count, { one: '# respuesta', other: '# respuestas' });
const trips = (count: number) => plural('es', count, { one: '# viaje', other: '# viajes' });
const days = (count: number) => plural('es', count, { one: '# día', other: '# días' });

export const reports: typeof english = {
  title: 'Informes',
  lead: 'Sus propias reservas en cifras. Si no elige fechas, son las de las últimas doce semanas.',
  csv: 'Descargar en CSV',
  cut: 'Solo se muestran los que tienen más reservas. Con filtros o un periodo más corto verá los demás.',
  nothing: 'No hay nada en este periodo',
  nothingText: 'Elija otras fechas o quite los filtros.',
  empty: 'Todavía no hay reservas para los informes',
  emptyText:
    'Aquí verá lo que ha entrado, cuántas solicitudes se confirmaron y en cuánto tiempo, qué se canceló y qué días están reservados. Todo se calcula con las reservas de las últimas doce semanas; para las anteriores, elija otras fechas.',
  filters: {
    from: 'Desde',
    to: 'Hasta',
    step: 'En el tiempo',
    steps: { week: 'Semana', month: 'Mes' },
    guide: 'Guía',
    area: 'Zona',
    agency: 'Agencia',
    studio: 'Estudio',
    any: 'Todos',
  },
  group: {
    label: (of) => `${of} por`,
    lead: 'Antelación',
  },
  booked: {
    title: 'Lo que ha entrado',
    lead: (timeZone) =>
      `Cada reserva cuenta el día en que se hizo (zona horaria ${timeZone}), según lo que haya sido de ella después.`,
    picture: (count) => `${orders(count)} por día de reserva`,
    sums: 'Importes del periodo',
    kept: (currency) => `Completadas y abiertas, ${currency}`,
    orders: 'Reservas',
    outcomes: {
      completed: 'Completadas',
      open: 'Abiertas',
      refused: 'Rechazadas o caducadas',
      cancelled: 'Canceladas',
    },
    amount: 'Importe de todas',
    keptAmount: 'Completadas y abiertas',
  },
  requests: {
    title: 'Solicitudes',
    lead: 'Reservas que tuvieron que esperar la respuesta del estudio. Los tiempos son los que tardó en confirmar o rechazar. Las reservas con confirmación inmediata no son solicitudes.',
    picture: (count) => plural('es', count, { one: '# solicitud', other: '# solicitudes' }),
    requests: 'Solicitudes',
    confirmed: 'Confirmadas',
    rejected: 'Rechazadas',
    expired: 'Caducadas',
    withdrawn: 'Retiradas',
    otherwise: 'Por un operador',
    waiting: 'En espera',
    share: (count, percent) => `${count} (${percent})`,
    median: 'Mediana',
    p90: 'El 90 % en',
    ofAnswers: (time, count) => `${time} (${answers(count)})`,
    instant: 'Inmediatas',
  },
  cancellations: {
    title: 'Cancelaciones',
    lead: 'Reservas que se cancelaron después de confirmarse: quién lo hizo y con cuánta antelación.',
    none: 'No hay cancelaciones',
    picture: (count) => plural('es', count, { one: '# cancelación', other: '# cancelaciones' }),
    confirmed: 'Confirmadas en total',
    cancelled: 'Canceladas',
    share: (count, percent) => `${count} (${percent})`,
    byAgency: 'Por la agencia',
    byStudio: 'Por el estudio',
    byOperator: 'Por un operador',
    median: 'Mediana de antelación',
    after: (time) => `${time} después de empezar`,
    leads: {
      begun: 'Ya empezado el viaje',
      day: 'Menos de un día',
      threeDays: 'De 1 a 3 días',
      week: 'De 3 a 7 días',
      month: 'De 7 a 30 días',
      longer: '30 días o más',
    },
  },
  days: {
    title: 'Días reservados',
    lead: 'Días del periodo en los que un guía tiene un viaje confirmado y no cancelado, según el calendario del guía. Un día con varios viajes cuenta una vez. Si no elige fechas, se incluyen las próximas doce semanas.',
    picture: (count) => `${days(count)} con viaje`,
    days: 'Días reservados',
    guide: 'Guía',
    byMonth: 'Por mes',
    month: (month, count, of) => `${month}: ${days(count)}, ${trips(of)}`,
  },
};
