/** Mails with notices, in English. */
import type { NoticeTexts } from './notice-facts.ts';

export const EN: NoticeTexts = {
  titles: {
    request_new: ({ guide }) => `New request for ${guide}`,
    request_due: ({ guide }) => `Still waiting for your answer: ${guide}`,
    change_requested: ({ guide }) => `A change is requested: ${guide}`,
    order_booked: ({ guide }) => `New booking for ${guide}`,
    order_confirmed: ({ guide }) => `Confirmed: ${guide}`,
    order_cancelled: ({ guide }) => `Cancelled: ${guide}`,
    order_changed: ({ guide }) => `Changed: ${guide}`,
    change_declined: ({ guide }) => `The change was declined: ${guide}`,
    change_withdrawn: ({ guide }) => `The change is no longer requested: ${guide}`,
    change_expired: ({ guide }) => `The change was not answered in time: ${guide}`,
    order_refunded: ({ guide }) => `Refunded in part: ${guide}`,
    review_new: ({ guide }) => `New review of ${guide}`,
    guide_available: ({ guide }) => `${guide} is free at the time you wait for`,
    message_new: ({ guide }) => `New message about ${guide}`,
    statement_issued: ({ subject }) => `Your statement ${subject} is ready`,
    dispute_answered: ({ subject }) => `Your objection to statement ${subject} was answered`,
    statement_paid: ({ subject }) => `Statement ${subject} is paid`,
  },
  answerBy: (at) => `Answer by ${at}`,
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  guests: (count) => (count === 1 ? '1 guest' : `${count} guests`),
  reference: (text) => `Reference: ${text}`,
  answer: (link) => `Confirm or decline:\n${link}`,
  andMore: (title, count) => `${title}, and ${count} more`,
  more: (count) => (count === 1 ? 'One more is in the console.' : `${count} more are in the console.`),
  sandbox: 'Sandbox',
  choose: (company, link) =>
    `You get this because you work for ${company} at Guidepost.\nChoose your notices:\n${link}`,
  stop: (link) => `Stop these mails:\n${link}`,
};
