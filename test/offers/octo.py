"""The same through OCTO, from docs/octo.md alone."""
from datetime import timezone
from types import SimpleNamespace

from bookings import CHANGEABLE, HOLD_HOURS, Bookings, Terms, of
from offer import time_of

UNPROCESSABLE = {"error": "UNPROCESSABLE_ENTITY"}


class OctoBookings(Bookings):
    def __init__(self, body, now):
        super().__init__(body, now)
        self.octo = []

    def all_holds(self):
        return super().all_holds() + [booking.hold for booking in self.octo]

    def octo_slot(self, slot):
        """A start that can be asked for by the smallest party; None where there is none."""
        kind = self.kinds.get(slot["optionId"])
        least = self.smallest(kind)
        party = {"guests": [{"kind": self.guest_kinds[0], "count": least}]} if self.guest_kinds else {"guestCount": least}
        starts = self.answer_octo({"optionId": slot["optionId"], "from": slot["date"], "days": 1, "guests": party})
        time = slot.get("startTime")
        return next((one for one in starts if time is None or one["id"][11:16] == time), None)

    def octo_trip(self, slot, units):
        time = {"tripKindId": slot["optionId"], "startTime": slot["startTime"]} if "startTime" in slot else {"tripDays": 1}
        if not self.guest_kinds:
            return {"tripDate": slot["date"], **time, "guestCount": len(units)}
        guests = [{"kind": kind, "count": units.count(kind)} for kind in self.guest_kinds if kind in units]
        return {"tripDate": slot["date"], **time, "guests": guests}

    def octo_size_is_wrong(self, slot, units):
        kind = self.kinds.get(slot["optionId"])
        return not self.smallest(kind) <= len(units) <= self.largest(kind)

    def answer_octoReserve(self, ask):
        if self.octo_slot(ask) is None:
            return {}
        trip = self.octo_trip(ask, ask["units"])
        if self.octo_size_is_wrong(ask, ask["units"]) or self.obstacles(trip):
            return UNPROCESSABLE
        seconds = min(ask.get("minutes", 15) * 60, HOLD_HOURS * 3600)
        booking = SimpleNamespace(hold=self.new_hold(self.asker, Terms(self, trip), seconds), order=None)
        self.octo.append(booking)
        return self.shown_octo(booking)

    def answer_octoUpdate(self, ask):
        booking = of(self.octo, ask)
        if booking is None:
            return {}
        self.asker = booking.hold.agency
        if "slot" in ask and self.octo_slot(ask["slot"]) is None:
            return {}
        status, current = self.octo_status(booking), booking.order or booking.hold
        if status not in ("ON_HOLD", "PENDING", "CONFIRMED"):
            return UNPROCESSABLE
        before = slot_of(current.trip)
        slot, units = ask.get("slot", before), ask.get("units", units_of(current.trip))
        if slot == before and sorted(units) == units_of(current.trip):
            return self.shown_octo(booking)
        if self.octo_slot(slot) is None:
            return {"error": "INVALID_AVAILABILITY_ID"}
        if self.octo_size_is_wrong(slot, units):
            return UNPROCESSABLE
        trip = self.octo_trip(slot, units)
        refusal = self.octo_changed(booking, trip) if booking.order else self.octo_moved(booking, trip)
        return refusal or self.shown_octo(booking)

    def octo_moved(self, booking, trip):
        """Another hold in place of the first."""
        hold = booking.hold
        if self.obstacles(trip, hold):
            return UNPROCESSABLE
        hold.status = "released"
        booking.hold = self.new_hold(hold.agency, Terms(self, trip), max(60, (hold.until - self.now).total_seconds()))
        return None

    def octo_changed(self, booking, trip):
        """As order/change, but for what needs the studio's consent; an order of several days keeps them."""
        order = booking.order
        if "tripKindId" not in trip and "tripKindId" not in order.trip:
            trip["tripDays"] = order.trip.get("tripDays", 1)
        plan = self.planned(order, {"tripKindId": None, **trip})
        if "problems" in plan:
            return {"error": "BAD_REQUEST"}
        if order.status not in CHANGEABLE or plan["obstacles"] or (order.status == "confirmed" and self.asks_studio):
            return UNPROCESSABLE
        self.apply(order, plan["terms"])
        self.pass_time(order)
        return None

    def answer_octoConfirm(self, ask):
        booking = of(self.octo, ask)
        if booking is None:
            return {}
        status = self.octo_status(booking)
        if status == "EXPIRED":
            return {"error": "INVALID_BOOKING_UUID"}
        if status in ("CANCELLED", "REJECTED"):
            return UNPROCESSABLE
        if status == "ON_HOLD":
            if self.booked_hold(booking.hold) is None:
                return UNPROCESSABLE
            booking.order = self.orders[-1]
        return self.shown_octo(booking)

    def answer_octoCancel(self, ask):
        booking = of(self.octo, ask)
        if booking is None:
            return {}
        status, order = self.octo_status(booking), booking.order
        if status == "ON_HOLD":
            booking.hold.status = "released"
        elif order is not None and order.status in CHANGEABLE:
            self.cancel(order, self.share(order))
        elif status != "CANCELLED":
            return UNPROCESSABLE
        return self.shown_octo(booking)

    def octo_status(self, booking):
        if booking.order is None:
            return {"held": "ON_HOLD", "released": "CANCELLED", "expired": "EXPIRED"}[booking.hold.status]
        if booking.order.status == "cancelled":
            return "REJECTED" if booking.order.is_rejected else "CANCELLED"
        return {"pending": "PENDING", "confirmed": "CONFIRMED", "in_progress": "CONFIRMED", "completed": "REDEEMED"}[
            booking.order.status]

    def shown_octo(self, booking):
        one, status = booking.order or booking.hold, self.octo_status(booking)
        is_open = status in ("ON_HOLD", "EXPIRED")
        is_cancellable = one.status in CHANGEABLE if booking.order else status == "ON_HOLD"
        return {
            "octo": status, "start": one.start.astimezone(self.zone).isoformat(timespec="seconds"),
            "until": booking.hold.until.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ") if is_open else None,
            "cancellable": is_cancellable, "units": units_of(one.trip), "price": one.total,
        }


def slot_of(trip):
    kind, start = time_of(trip)
    return {"optionId": kind or "DEFAULT", "date": trip["tripDate"], **({"startTime": start} if kind else {})}


def units_of(trip):
    guests = trip.get("guests") or [{"kind": "adult", "count": trip["guestCount"]}]
    return sorted(one["kind"] for one in guests for _ in range(one["count"]))
