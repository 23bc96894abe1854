/** Mails with notices, in Spanish. */
import type { NoticeTexts } from './notice-facts.ts';

export const ES: NoticeTexts = {
  titles: {
    request_new: ({ guide }) => `Nueva solicitud para ${guide}`,
    request_due: ({ guide }) => `Sigue pendiente de su respuesta: ${guide}`,
    change_requested: ({ guide }) => `Se solicita un cambio: ${guide}`,
    order_booked: ({ guide }) => `Nueva reserva para ${guide}`,
    order_confirmed: ({ guide }) => `Confirmado: ${guide}`,
    order_cancelled: ({ guide }) => `Cancelado: ${guide}`,
    order_changed: ({ guide }) => `Modificado: ${guide}`,
    change_declined: ({ guide }) => `El cambio se ha rechazado: ${guide}`,
    change_withdrawn: ({ guide }) => `El cambio ya no se solicita: ${guide}`,
    change_expired: ({ guide }) => `El cambio no se respondió a tiempo: ${guide}`,
    order_refunded: ({ guide }) => `Reembolso parcial: ${guide}`,
    review_new: ({ guide }) => `Nueva opinión sobre ${guide}`,
    guide_available: ({ guide }) => `${guide} está libre en el horario que espera`,
    message_new: ({ guide }) => `Nuevo mensaje sobre ${guide}`,
    statement_issued: ({ subject }) => `Su liquidación ${subject} está lista`,
    dispute_answered: ({ subject }) => `Se ha respondido a su objeción a la liquidación ${subject}`,
    statement_paid: ({ subject }) => `La liquidación ${subject} está pagada`,
  },
  answerBy: (at) => `Responda antes del ${at}`,
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  guests: (count) => (count === 1 ? '1 persona' : `${count} personas`),
  reference: (text) => `Referencia: ${text}`,
  answer: (link) => `Confirmar o rechazar:\n${link}`,
  andMore: (title, count) => `${title}, y ${count} más`,
  more: (count) => (count === 1 ? 'Hay uno más en la consola.' : `Hay ${count} más en la consola.`),
  sandbox: 'Sandbox',
  choose: (company, link) =>
    `Recibe este correo porque trabaja para ${company} en Guidepost.\nElija de qué quiere recibir avisos:\n${link}`,
  stop: (link) => `Dejar de recibir estos correos:\n${link}`,
};
