"""What becomes of offers that are taken: holds, orders and their changes, from docs/orders.md alone."""
from datetime import date, timedelta

from offer import Guide, iso, share_of, shown_goes_if, time_of

HOLD_SECONDS, HOLD_HOURS, QUOTE_MINUTES = 900, 48, 15
CHANGEABLE = ("pending", "confirmed")
REFUNDABLE = ("confirmed", "in_progress", "completed")
OWN_MEMBERS = ("expects", "holdSeconds")


class Quote:
    def __init__(self, agency, terms, at):
        self.agency, self.terms, self.until = agency, terms, at + timedelta(minutes=QUOTE_MINUTES)


class Terms:
    """What a hold, an order and a waiting change keep, whatever the guide becomes."""

    def __init__(self, guide, trip, lines=None, policy=None):
        self.trip = guide.kept(trip)
        self.lines = guide.lines(trip) if lines is None else lines
        self.policy = guide.policy() if policy is None else policy
        self.start, self.end = guide.span(trip)
        self.departure = guide.departure(trip)
        self.guests = guide.count(trip)
        self.capacity = guide.kinds[self.departure[0]]["capacity"] if self.departure else None
        self.goes_if = guide.goes_if(trip)
        self.instant, self.hours = guide.instant, guide.hours

    @property
    def total(self):
        return sum(line["amount"] for line in self.lines)


class Booking:
    """A hold or an order."""

    def __init__(self, agency, terms, status, at):
        self.agency, self.status, self.at = agency, status, at
        self.is_order = status != "held"
        self.departure = None
        self.take(terms, at)

    def take(self, terms, at):
        self.terms = terms
        if terms.departure is None or terms.departure != self.departure:
            # Whether its start goes, once that is decided; and when it is, if the order comes before.
            self.goes = None
            self.is_decided = terms.goes_if is None or terms.goes_if[1] <= at
        self.__dict__.update(vars(terms))

    total = Terms.total

    @property
    def is_live(self):
        return self.status in ("held", "pending", "confirmed", "in_progress")


class Bookings(Guide):
    def __init__(self, body, now):
        super().__init__(body, now)
        self.quotes, self.holds, self.orders = [], [], []

    def read(self, body):
        super().read(body)
        self.hours = body["confirmationHours"]
        self.asks_studio = body.get("changeRule", "consent") == "consent"

    def kept(self, trip):
        """The trip as an order has it: guests by kind where the guide has kinds, and the code as its studio writes it."""
        kept = {name: trip[name] for name in ("tripDate", "tripDays", "tripKindId", "startTime") if name in trip}
        if "guests" in trip or self.guest_kinds:
            kept["guests"] = trip.get("guests", [{"kind": "adult", "count": self.count(trip)}])
        else:
            kept["guestCount"] = self.count(trip)
        return {**kept, "offerCode": self.code_as_written(trip), "isKeptCode": True} if "offerCode" in trip else kept

    # --- what passes by itself, and what the studio writes
    def answer_wait(self, ask):
        end = self.now + timedelta(minutes=ask["minutes"])
        while True:
            due = [at for at in map(due_at, self.all_holds() + self.orders) if at is not None and at <= end]
            if not due:
                break
            self.set_clock(max(self.now, min(due)))
            for hold in self.all_holds():
                if hold.status == "held" and hold.until <= self.now:
                    hold.status = "expired"
            for order in self.orders:
                self.pass_time(order)
            self.decide()
        self.set_clock(end)
        return {}

    def all_holds(self):
        return self.holds

    def decide(self):
        """Of each start that is due: its guests are counted once, by the smallest number that any party agreed to."""
        for order in [one for one in self.orders if is_undecided(one) and one.goes_if[1] <= self.now]:
            if not is_undecided(order):
                continue
            parties = [one for one in self.orders if one.is_live and one.departure == order.departure]
            guests = sum(one.guests for one in parties)
            goes = any(one.goes or one.goes_if is None or guests >= one.goes_if[0] for one in parties)
            for one in parties:
                if is_undecided(one):
                    one.is_decided, one.goes = True, goes
                    if not goes:
                        one.is_rejected = one.status == "pending"
                        self.cancel(one, 100)

    def pass_time(self, order):
        if order.status == "pending" and order.confirm_by <= self.now:
            order.is_rejected = True
            self.cancel(order, 100)
        if order.status == "confirmed" and order.change and order.answer_by <= self.now:
            order.change = None
        if order.status == "confirmed" and order.start <= self.now:
            order.status, order.change = "in_progress", None
        if order.status == "in_progress" and order.end <= self.now:
            order.status = "completed"

    def answer_edit(self, ask):
        self.read({name: value for name, value in {**self.body, **ask}.items() if value is not None})
        for order in self.orders:
            if order.is_live and order.goes is None and order.goes_if and self.is_guaranteed(order.trip):
                order.goes_if, order.goes, order.is_decided = None, True, True
        return {"code": 200}

    # --- quotes, holds, bookings
    def answer_quote(self, ask):
        answer = self.quote(ask)
        if answer["code"] == 200:
            self.quotes.append(Quote(self.asker, Terms(self, ask), self.now))
        return answer

    def refusal_of_new(self, trip, expects=None):
        problems = self.problems(trip)
        if problems:
            return {"code": 40001, "problems": sorted(problems)}
        own = self.own_obstacle(trip)
        if own:
            return {"code": 40902, "obstacles": [own]}
        if expects == "other":
            return {"code": 40908}
        taken = self.taken_obstacle(trip)
        return {"code": 40902, "obstacles": [taken]} if taken else None

    def answer_create(self, ask):
        trip = without_own(ask)
        return self.refusal_of_new(trip, ask.get("expects")) or self.ordered(self.asker, Terms(self, trip))

    def answer_hold(self, ask):
        trip = without_own(ask)
        return self.refusal_of_new(trip, ask.get("expects")) or self.held(Terms(self, trip), ask.get("holdSeconds"))

    def answer_takeQuote(self, ask):
        quote = of(self.quotes, ask)
        if quote is None:
            return {}
        self.asker = quote.agency
        if self.now >= quote.until:
            return {"code": 40001, "problems": [("body.quoteId", "quote_expired")]}
        trip = quote.terms.trip
        refusal = self.refusal_of_new(trip)
        if refusal:
            return refusal
        terms = Terms(self, trip, quote.terms.lines, quote.terms.policy)
        return self.held(terms, None) if ask["isHeld"] else self.ordered(quote.agency, terms)

    def ordered(self, agency, terms):
        order = Booking(agency, terms, "confirmed" if terms.instant else "pending", self.now)
        order.confirm_by = min(self.now + timedelta(hours=terms.hours), order.start)
        order.booked_on = self.today
        order.policy_day = order.policy_start = order.refunded = order.change = None
        order.is_rejected = False
        self.orders.append(order)
        self.bookings.append(order)
        # A day that has begun begins at once.
        self.pass_time(order)
        return {"code": 200, **self.shown_trip(order)}

    def held(self, terms, seconds):
        hold = self.new_hold(self.asker, terms, seconds or HOLD_SECONDS)
        self.holds.append(hold)
        return {"code": 200, **self.shown_hold(hold)}

    def new_hold(self, agency, terms, seconds):
        hold = Booking(agency, terms, "held", self.now)
        hold.until = self.hold_end(hold, self.now + timedelta(seconds=seconds))
        self.bookings.append(hold)
        return hold

    def hold_end(self, hold, until):
        last = hold.start if hold.start > hold.at else hold.end
        return min(until, hold.at + timedelta(hours=HOLD_HOURS), last)

    # --- holds
    def answer_changeHold(self, ask):
        hold = of(self.holds, ask)
        if hold is None:
            return {}
        self.asker = hold.agency
        if hold.status != "held":
            return {"code": 40907}
        trip = self.merged(hold.trip, ask["change"])
        if not differs(hold.trip, trip):
            return {"code": 40001, "problems": [("body", "nothing_to_change")]}
        problems = self.problems(trip)
        if problems:
            return {"code": 40001, "problems": sorted(problems)}
        obstacles = self.obstacles(trip, hold)
        if obstacles:
            return {"code": 40902, "obstacles": sorted(obstacles)}
        if ask.get("expects") == "other":
            return {"code": 40908}
        hold.take(Terms(self, trip), self.now)
        hold.until = self.hold_end(hold, hold.until)
        return {"code": 200, **self.shown_hold(hold)}

    def answer_bookHold(self, ask):
        hold = of(self.holds, ask)
        if hold is None:
            return {}
        if hold.status != "held":
            return {"code": 40907}
        return self.booked_hold(hold) or {"code": 40902, "obstacles": ["too_few_guests"]}

    def booked_hold(self, hold):
        """The order from a hold; None where its start was called off meanwhile."""
        terms = hold.terms
        if self.is_guaranteed(hold.trip):
            terms.goes_if = None
        # Places that are held do not make the start go.
        if terms.guests < self.fewest(terms.departure, terms.goes_if, hold):
            return None
        hold.status = "booked"
        return self.ordered(hold.agency, terms)

    def answer_release(self, ask):
        hold = of(self.holds, ask)
        if hold is None:
            return {}
        if hold.status not in ("held", "released"):
            return {"code": 40907}
        hold.status = "released"
        return {"code": 200, **self.shown_hold(hold)}

    # --- changes of orders
    def merged(self, trip, change):
        """What is not sent stays; null removes. Guests without kinds are adults."""
        kind = change.get("tripKindId", trip.get("tripKindId"))
        is_other_kind = kind != trip.get("tripKindId")
        merged = {"tripDate": change.get("tripDate", trip["tripDate"])}
        start = change.get("startTime", None if is_other_kind else trip.get("startTime"))
        days = change.get("tripDays")
        if kind is None and days is None:
            days = 1 if "tripKindId" in trip else trip.get("tripDays", 1)
        for name, value in (("tripKindId", kind), ("startTime", start), ("tripDays", days)):
            if value is not None:
                merged[name] = value
        if "guests" in change or "guestCount" in change:
            merged.update({name: change[name] for name in ("guests", "guestCount") if name in change})
        else:
            merged.update({name: trip[name] for name in ("guests", "guestCount") if name in trip})
        if "offerCode" in change:
            return merged if change["offerCode"] is None else {**merged, "offerCode": change["offerCode"]}
        if "offerCode" in trip:
            merged.update(offerCode=trip["offerCode"], isKeptCode=True)
        return merged

    def planned(self, order, change):
        """A change worked out: what is wrong with it, or what it would make of the order."""
        trip = self.merged(order.trip, change)
        if not differs(order.trip, trip):
            return {"problems": [("body", "nothing_to_change")]}
        self.booked = order.booked_on
        problems = self.problems(trip)
        if problems:
            self.booked = None
            return {"problems": sorted(problems)}
        terms = Terms(self, trip)
        self.booked = None
        fees = [line for line in order.lines if line["kind"] == "change_fee"]
        due = terms.total + sum(line["amount"] for line in fees)
        saved = max(0, order.total - due)
        share = self.share(order)
        fee = max(saved - share_of(saved, share), (order.refunded or 0) - due, 0)
        day = order.trip["tripDate"]
        own = {"kind": "change_fee", "startDate": day, "endDate": day, "days": 1, "guests": None, "guestKind": None,
               "unit": fee, "amount": fee}
        terms.lines = terms.lines + fees + ([own] if fee > 0 else [])
        waits = self.asks_studio or (order.status == "pending" and not order.instant)
        return {"terms": terms, "fee": fee, "share": share, "obstacles": sorted(self.obstacles(trip, order, waits))}

    def share(self, order):
        """Percent of what cancelling would give back; of what was confirmed, by its policy."""
        if order.status != "confirmed":
            return 100
        day = order.policy_day or date.fromisoformat(order.trip["tripDate"])
        tiers = self.tiers(order.policy, day, order.policy_start or order.start)
        return next((percent for until, percent in tiers if self.now < until), 0)

    def answer_changeQuote(self, ask):
        order = of(self.orders, ask)
        if order is None:
            return {}
        self.asker = order.agency
        plan = self.planned(order, ask["change"])
        if "problems" in plan:
            return {"code": 40001, "problems": plan["problems"]}
        terms, obstacles = plan["terms"], plan["obstacles"]
        if order.status not in CHANGEABLE:
            obstacles = sorted([*obstacles, "order_state"])
        is_pending = order.status == "pending"
        needs_consent = not is_pending and self.asks_studio
        policy_day = order.policy_day
        if order.status == "confirmed":
            policy_day = min(policy_day or day_of(order), day_of(terms))
        return {
            "code": 200, "possible": not obstacles, "obstacles": obstacles, "needsConsent": needs_consent,
            "answerBy": iso(self.answer_by(order, terms)) if needs_consent else None,
            "confirmBy": iso(self.confirm_by(order, terms)) if is_pending else None,
            "total": self.decimal(terms.total), "previous": self.decimal(order.total),
            "difference": self.decimal(terms.total - order.total), "fee": self.decimal(plan["fee"]), "share": plan["share"],
            "lines": self.shown_lines(terms.lines), "goesIf": shown_goes_if(terms.goes_if), "start": iso(terms.start), "end": iso(terms.end),
            "policyDate": (policy_day or day_of(terms)).isoformat(),
        }

    def answer_by(self, order, terms):
        return min(self.now + timedelta(hours=self.hours), order.start, terms.start)

    def confirm_by(self, order, terms):
        return min(max(order.confirm_by, self.now + timedelta(hours=self.hours)), terms.start)

    def answer_change(self, ask):
        order = of(self.orders, ask)
        if order is None:
            return {}
        self.asker = order.agency
        if order.status not in CHANGEABLE:
            return {"code": 40901}
        plan = self.planned(order, ask["change"])
        if "problems" in plan:
            return {"code": 40001, "problems": plan["problems"]}
        if plan["obstacles"]:
            return {"code": 40902, "obstacles": plan["obstacles"]}
        if ask.get("expects") == "other":
            return {"code": 40908}
        if order.status == "confirmed" and self.asks_studio:
            order.change, order.answer_by = plan["terms"], self.answer_by(order, plan["terms"])
            return {"code": 200, "status": "requested", **self.shown(order)}
        order.change = None
        self.apply(order, plan["terms"])
        answer = {"code": 200, "status": "applied", **self.shown(order)}
        self.pass_time(order)
        return answer

    def apply(self, order, terms):
        if order.status == "confirmed":
            order.policy_day = min(order.policy_day or day_of(order), day_of(terms))
            order.policy_start = min(order.policy_start or order.start, terms.start)
        else:
            order.confirm_by = self.confirm_by(order, terms)
        # These two are the order's own, as it was booked.
        terms.policy, terms.instant = order.policy, order.instant
        order.take(terms, self.now)

    def answer_answerChange(self, ask):
        order = of(self.orders, ask)
        if order is None:
            return {}
        self.asker = order.agency
        terms = order.change
        if order.status != "confirmed" or terms is None:
            return {"code": 40901}
        if ask["step"] == "accept":
            if (order.refunded or 0) > terms.total:
                return {"code": 40901}
            if not self.has_room(order, terms):
                return {"code": 40902}
            if self.is_guaranteed(terms.trip):
                terms.goes_if = None
            self.apply(order, terms)
        order.change = None
        answer = {"code": 200, **self.shown(order)}
        self.pass_time(order)
        return answer

    def has_room(self, order, terms):
        """The studio may give what it keeps for others."""
        others = [one for one in self.taken(order) if one.start < terms.end and terms.start < one.end]
        if any(terms.departure is None or one.departure != terms.departure for one in others):
            return False
        gone = sum(one.guests for one in self.taken(order) if one.departure == terms.departure)
        goes_if = None if self.is_guaranteed(terms.trip) else terms.goes_if
        return terms.departure is None or (
            gone + terms.guests <= terms.capacity and terms.guests >= self.fewest(terms.departure, goes_if, order))

    # --- moves and refunds
    def answer_move(self, ask):
        order = of(self.orders, ask)
        if order is None:
            return {}
        action, side = ask["action"], ask["side"]
        if order.status not in {"confirm": ["pending"], "reject": ["pending"],
                                "cancel": CHANGEABLE if side == "merchant" else ["confirmed"]}[action]:
            return {"code": 40901}
        if action == "confirm":
            order.status = "confirmed"
        else:
            order.is_rejected = action == "reject"
            self.cancel(order, self.share(order) if side == "merchant" else 100)
        return {"code": 200, **self.shown(order)}

    def cancel(self, order, percent):
        before = order.refunded or 0
        order.refunded = before + share_of(order.total - before, percent)
        order.status, order.change = "cancelled", None

    def answer_refund(self, ask):
        order = of(self.orders, ask)
        if order is None:
            return {}
        before = order.refunded or 0
        amount = (order.total - before) * ask["percent"] // 100
        if amount == 0:
            return {"code": 40001}
        if order.status not in REFUNDABLE:
            return {"code": 40901}
        if before + amount > order.total:
            return {"code": 40001}
        order.refunded = before + amount
        return {"code": 200, **self.shown(order)}

    # --- as they are shown
    def shown_trip(self, one):
        return {"guestCount": one.guests, "start": iso(one.start), "end": iso(one.end), "total": self.decimal(one.total),
                "lines": self.shown_lines(one.lines), "offerCode": one.trip.get("offerCode"), "goesIf": shown_goes_if(one.goes_if)}

    def shown_hold(self, hold):
        return {"hold": hold.status, "until": iso(hold.until), "time": shown_time(hold.trip), **self.shown_trip(hold)}

    def shown(self, order):
        refund = None if order.refunded is None else {
            "amount": self.decimal(order.refunded), "fee": self.decimal(order.total - order.refunded)}
        return {"order": order.status, "refund": refund, "deadline": self.deadline(order), "time": shown_time(order.trip),
                "asked": self.decimal(order.change.total) if order.change else None, **self.shown_trip(order)}

    def deadline(self, order):
        if order.status == "confirmed":
            return iso(order.answer_by if order.change else order.start)
        return {"pending": iso(order.confirm_by), "in_progress": iso(order.end)}.get(order.status)


def is_undecided(order):
    return order.is_live and not order.is_decided and order.goes_if is not None


def due_at(one):
    """When something happens to a hold or an order by itself."""
    at = {"held": lambda: one.until, "pending": lambda: one.confirm_by, "in_progress": lambda: one.end,
          "confirmed": lambda: one.answer_by if one.change else one.start}.get(one.status, lambda: None)()
    return min(at, one.goes_if[1]) if one.is_order and is_undecided(one) else at


def of(made, ask):
    return made[ask["of"] % len(made)] if made else None


def without_own(ask):
    return {name: value for name, value in ask.items() if name not in OWN_MEMBERS}


def day_of(one):
    return date.fromisoformat(one.trip["tripDate"])


def shown_time(trip):
    kind, start = time_of(trip)
    return [trip["tripDate"], kind, start, trip.get("tripDays", 1)]


def differs(trip, other):
    names = ("tripDate", "tripKindId", "startTime")
    return (any(trip.get(name) != other.get(name) for name in names)
            or ("tripKindId" not in other and trip.get("tripDays", 1) != other.get("tripDays", 1))
            or (trip.get("offerCode") or "").lower() != (other.get("offerCode") or "").lower()
            or party_of(trip, trip) != party_of(other, trip))


def party_of(trip, before):
    """How many of which kind; where the trip of before has kinds, a number alone is of adults."""
    if "guests" not in trip and "guests" not in before:
        return trip["guestCount"]
    guests = trip.get("guests") or [{"kind": "adult", "count": trip["guestCount"]}]
    return sorted((one["kind"], one["count"]) for one in guests if one["count"] > 0)
