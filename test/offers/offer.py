"""The offer of a guide at an instant, from docs/guides.md and docs/octo.md alone, in another language than the platform."""
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from zoneinfo import ZoneInfo

DIGITS = {"EUR": 2, "JPY": 0, "KWD": 3}
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
PRESETS = {
    "flexible": [(1, 100)],
    "moderate": [(7, 100), (2, 50)],
    "strict": [(30, 100), (14, 50)],
}


def iso(instant):
    utc = instant.astimezone(timezone.utc)
    return utc.strftime("%Y-%m-%dT%H:%M:%S.") + f"{utc.microsecond // 1000:03d}Z"


def months_later(day, months):
    month = day.month - 1 + months
    year, month = day.year + month // 12, month % 12 + 1
    last = (date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)).day
    return date(year, month, min(day.day, last))


class Guide:
    def __init__(self, body, now):
        self.zone = ZoneInfo(body["timeZone"])
        self.set_clock(now)
        self.read(body)
        # Who asks; the rates of other agencies are nobody's for it.
        self.asker = None
        # The day from which days ahead are counted, where what is asked for was booked before.
        self.booked = None
        # Whatever was held or ordered, also what is over.
        self.bookings = []

    def set_clock(self, now):
        self.now = now
        self.today = now.astimezone(self.zone).date()
        self.last = months_later(self.today, 18)

    def read(self, body):
        self.body = body
        self.instant = body.get("instantConfirmation", False)
        self.notice = body.get("minimumNoticeHours", 0)
        self.kinds = {kind["tripKindId"]: kind for kind in body.get("tripKinds", [])}
        self.guest_kinds = [one["kind"] for one in body.get("guestKinds", [])]
        self.whole = body.get("offersWholeDays", True)
        self.least_days, self.most_days = body.get("minDays"), body.get("maxDays")

    def taken(self, but=None):
        """What keeps others from the guide. @param but: who asks for other than this has this."""
        return [one for one in self.bookings if one.is_live and one is not but]

    def days_ahead(self, day):
        return (day - (self.booked or self.today)).days

    # --- time: the first instant that reads so; None for one that clocks leave out
    def at(self, day, clock):
        hours, minutes = map(int, clock.split(":"))
        local = datetime(day.year, day.month, day.day, hours, minutes, tzinfo=self.zone)
        instant = local.astimezone(timezone.utc)
        back = instant.astimezone(self.zone)
        return instant if (back.hour, back.minute) == (hours, minutes) else None

    def midnight(self, day):
        # Where midnight is left out, the day begins with the change: the clock of before, read at 00:00.
        return datetime(day.year, day.month, day.day, tzinfo=self.zone).astimezone(timezone.utc)

    # --- money: whole minor units
    def minor(self, amount):
        return int(Decimal(str(amount)).scaleb(DIGITS[self.body["currency"]]))

    def decimal(self, minor):
        return float(Decimal(minor).scaleb(-DIGITS[self.body["currency"]]))

    # --- what is wrong with a request
    def problems(self, ask):
        found = []
        day, kind = date.fromisoformat(ask["tripDate"]), self.kinds.get(ask.get("tripKindId"))
        if day < self.today:
            found.append(("body.tripDate", "past_date"))
        elif day > self.last:
            found.append(("body.tripDate", "too_far_ahead"))
        start = ask.get("startTime")
        if "tripKindId" not in ask:
            if start is not None:
                found.append(("body.startTime", "needs_another_parameter"))
            elif not self.whole:
                found.append(("body.tripKindId", "missing"))
        elif kind is None:
            found.append(("body.tripKindId", "not_offered"))
        elif ask.get("tripDays", 1) != 1:
            found.append(("body.tripDays", "conflicting_parameters"))
        elif start is None:
            found.append(("body.startTime", "missing"))
        elif start not in kind["startTimes"]:
            found.append(("body.startTime", "not_offered"))
        if "tripKindId" not in ask and self.whole:
            found += self.problems_of_length(ask.get("tripDays", 1))
        if kind and start in kind["startTimes"] and self.at(day, start) is None:
            found.append(("body.startTime", "skipped_by_clocks"))
        found += self.guest_problems(ask, kind)
        # Only of a trip that there is can be said whether an offer holds.
        if not found and "offerCode" in ask and not ask.get("isKeptCode") and self.offer_of_code(ask) is None:
            found.append(("body.offerCode", "not_offered"))
        return found

    # --- offers
    def offer_of_code(self, ask):
        return self.first_offer(ask, lambda code: code is not None and code.lower() == ask["offerCode"].lower())

    def offer_for(self, ask):
        """A code that was named before counts where its offer still holds."""
        named = self.offer_of_code(ask) if "offerCode" in ask else None
        return named or self.first_offer(ask, lambda code: code is None)

    def first_offer(self, ask, is_meant):
        day = date.fromisoformat(ask["tripDate"])
        trip = {"Guests": self.count(ask), "DaysBefore": self.days_ahead(day), "Days": ask.get("tripDays", 1)}
        return next((one for one in self.body.get("offers", [])
                     if is_meant(one.get("code")) and is_of_kind(one, ask.get("tripKindId"))
                     and holds(one, day, trip, self.asker, self.booked or self.today)), None)

    def code_as_written(self, ask):
        """As the studio writes it; one that it has no more, as it was."""
        code = ask.get("offerCode")
        known = (one["code"] for one in self.body.get("offers", []) if "code" in one)
        return None if code is None else next((one for one in known if one.lower() == code.lower()), code)

    def reduction(self, offer, total, least):
        if "percent" in offer:
            wanted = int((Decimal(total) * offer["percent"] / 100).quantize(Decimal(1), "ROUND_HALF_EVEN"))
        else:
            wanted = self.minor(offer["amount"])
        return max(0, min(wanted, total - (0 if least is None else self.minor(least))))

    def lessened(self, ask, lines, least, first):
        offer = self.offer_for(ask)
        taken = self.reduction(offer, sum(line["amount"] for line in lines), least) if offer else 0
        if taken == 0:
            return lines
        return lines + [{"kind": "trip_rate", "offerName": offer["name"], "startDate": first, "endDate": first, "days": 1,
                         "guests": None, "guestKind": None, "unit": -taken, "amount": -taken}]

    def problems_of_length(self, days):
        if self.least_days is not None and days < self.least_days:
            return [("body.tripDays", "too_few_days")]
        if self.most_days is not None and days > self.most_days:
            return [("body.tripDays", "too_many_days")]
        return []

    def guest_problems(self, ask, kind):
        found, guests = [], ask.get("guests")
        if guests is not None:
            total = sum(one["count"] for one in guests)
            if ask.get("guestCount", total) != total:
                found.append(("body.guestCount", "inconsistent"))
            if total < 1:
                found.append(("body.guests", "too_few"))
            seen = set()
            for index, one in enumerate(guests):
                if one["kind"] not in self.guest_kinds:
                    found.append((f"body.guests.{index}.kind", "not_offered"))
                elif one["kind"] in seen:
                    found.append((f"body.guests.{index}.kind", "duplicate"))
                seen.add(one["kind"])
        elif self.guest_kinds and "adult" not in self.guest_kinds:
            found.append(("body.guests", "missing"))
        count, where = self.count(ask), "body.guests" if guests is not None else "body.guestCount"
        if count > self.largest(kind):
            found.append((where, "too_many_guests"))
        is_offered = kind is not None or (self.whole and "tripKindId" not in ask)
        if is_offered and 0 < count < self.smallest(kind):
            found.append((where, "too_few_guests"))
        return found

    def smallest(self, kind):
        return (self.body if kind is None else kind).get("minGuests", 1)

    def largest(self, kind):
        limits = [self.body["maxGuests"]]
        if kind:
            limits.append(kind.get("maxGuests", kind.get("capacity", self.body["maxGuests"])))
        return min(limits)

    def count(self, ask):
        return ask["guestCount"] if "guestCount" in ask else sum(one["count"] for one in ask["guests"])

    def party(self, ask):
        if "guests" in ask:
            return [(one["kind"], one["count"]) for one in ask["guests"]]
        return [("adult", self.count(ask))] if self.guest_kinds else []

    # --- when the trip is, and whose the time is
    def span(self, ask):
        day, kind = date.fromisoformat(ask["tripDate"]), self.kinds.get(ask.get("tripKindId"))
        if kind:
            start = self.at(day, ask["startTime"])
            return start, start + timedelta(minutes=kind["durationMinutes"])
        return self.midnight(day), self.midnight(day + timedelta(days=ask.get("tripDays", 1)))

    def departure(self, ask):
        kind = self.kinds.get(ask.get("tripKindId"))
        return (kind["tripKindId"], self.span(ask)[0]) if kind and "capacity" in kind else None

    def in_the_way(self, ask, own=None):
        start, end = self.span(ask)
        departure = self.departure(ask)
        return any(one.start < end and start < one.end and (departure is None or one.departure != departure)
                   for one in self.taken(own))

    def places_left(self, ask, own=None):
        """@param own: the booking in whose place it comes: who has as many places keeps them, whatever is kept for others."""
        departure = self.departure(ask)
        if departure is None:
            return None
        gone = [one for one in self.taken(own) if one.departure == departure]
        is_more = own is None or own.departure != departure or self.count(ask) > own.guests
        kept = self.places_kept(departure[0], date.fromisoformat(ask["tripDate"]), gone) if is_more else 0
        return max(0, self.kinds[departure[0]]["capacity"] - sum(one.guests for one in gone) - kept)

    def places_kept(self, kind, day, gone):
        """What is kept for others; what these have taken is of it."""
        return sum(max(0, one["places"] - sum(party.guests for party in gone if party.agency in one["agencies"]))
                   for one in self.kept_from_asker(kind, day) if "places" in one)

    # --- what is not sold to who asks
    def kept_from_asker(self, kind, day):
        return [one for one in self.body.get("allotments", [])
                if self.asker not in one["agencies"] and is_of_kind(one, kind) and is_on(one, day)
                and (day - self.today).days > one["releaseDaysBefore"]]

    def is_stopped(self, kind, day):
        stops = [one for one in self.body.get("stopSales", []) if self.asker in one.get("agencies", [self.asker])]
        return (any(is_of_kind(one, kind) and is_on(one, day) for one in stops)
                or any("places" not in one for one in self.kept_from_asker(kind, day)))

    def is_all_stopped(self, day):
        sold = ([None] if self.whole else []) + list(self.kinds)
        return all(self.is_stopped(kind, day) for kind in sold)

    def works_on(self, day):
        text = day.isoformat()
        blocked = any(one["startDate"] <= text <= one["endDate"] for one in self.body.get("blocked", []))
        return not blocked and WEEKDAYS[day.weekday()] not in self.body.get("restDays", [])

    def own_obstacle(self, ask, own=None, waits=False):
        """Of the guide's record alone; the first that there is.

        @param own: its days are not sold again. @param waits: the studio has to confirm it, or to agree to it."""
        day, hours = date.fromisoformat(ask["tripDate"]), "tripKindId" in ask
        start, _ = self.span(ask)
        if self.body.get("status", "active") != "active":
            return "guide_inactive"
        if hours and start <= self.now:
            return "already_begun"
        if not hours and day < self.today + timedelta(days=0 if self.instant and not waits else 1):
            return "needs_instant_confirmation"
        if self.notice > 0 and start - self.now < timedelta(hours=self.notice):
            return "too_little_notice"
        days = [day + timedelta(days=n) for n in range(1 if hours else ask.get("tripDays", 1))]
        if not all(map(self.works_on, days)):
            return "day_off"
        sold = days_of(own.trip) if own and time_of(own.trip) == time_of(ask) else []
        is_stopped = any(self.is_stopped(ask.get("tripKindId"), one) for one in days if one not in sold)
        return "not_on_sale" if is_stopped else None

    def taken_obstacle(self, ask, own=None):
        if self.in_the_way(ask, own):
            return "already_booked"
        left = self.places_left(ask, own)
        if left is not None and self.count(ask) > left:
            return "too_few_places"
        return "too_few_guests" if self.count(ask) < self.fewest(self.departure(ask), self.goes_if(ask), own) else None

    # --- starts that need enough guests
    def goes_if(self, ask):
        """How many guests the start needs, and when that is decided; None for one that goes anyway."""
        kind = self.kinds.get(ask.get("tripKindId"))
        if kind is None or "leastGuestsToGo" not in kind or self.is_guaranteed(ask):
            return None
        return kind["leastGuestsToGo"], self.span(ask)[0] - timedelta(hours=kind["decideHoursBefore"])

    def is_guaranteed(self, trip):
        start = {name: trip.get(name) for name in ("tripDate", "startTime")}
        return start in self.kinds.get(trip.get("tripKindId"), {}).get("guaranteedStarts", [])

    def fewest(self, departure, goes_if, own=None):
        """The smallest party with whom the start goes. @param own: an order of the start stays one of its parties."""
        is_member = own is not None and own.is_order and own.departure == departure
        if goes_if is None or self.now < goes_if[1] or is_member:
            return 1
        parties = [one for one in self.taken(own) if one.is_order and one.departure == departure]
        if any(one.goes or one.goes_if is None for one in parties):
            return 1
        return max(1, goes_if[0] - sum(one.guests for one in parties))

    def obstacles(self, ask, own=None, waits=False):
        return [one for one in (self.own_obstacle(ask, own, waits), self.taken_obstacle(ask, own)) if one]

    # --- price
    def lines(self, ask):
        kind = self.kinds.get(ask.get("tripKindId"))
        day = date.fromisoformat(ask["tripDate"])
        return self.lines_of_hours(ask, kind, day) if kind else self.lines_of_days(ask, day)

    def lines_of_hours(self, ask, kind, day):
        guests = self.count(ask)
        ahead = self.days_ahead(day)
        rate = self.first_rate(kind.get("rates", []), day, {
            "Guests": guests, "DaysBefore": ahead, "startTime": ask["startTime"]})
        price = self.minor((rate or kind)["price"])
        text = day.isoformat()
        first = {"kind": "trip_rate", "startDate": text, "endDate": text, "days": 1, "guests": None,
                 "guestKind": None, "unit": price, "amount": price}
        if rate:
            first["rateName"] = rate["name"]
        sources = [rate.get("guestPrices", []) if rate else [], kind.get("guestPrices", []), self.body.get("guestKinds", [])]
        lines = self.raised([first] + self.guest_lines(ask, sources, text, text, 1), kind.get("leastPrice"), text)
        return self.lessened(ask, lines, kind.get("leastPrice"), text)

    def lines_of_days(self, ask, day):
        days = ask.get("tripDays", 1)
        lines = []
        for n in range(days):
            text = (day + timedelta(days=n)).isoformat()
            name, rate, source = self.rate_of(day + timedelta(days=n), day, days, self.count(ask))
            before = lines[-1] if lines else None
            if before and before["kind"] == name and before["source"] == source:
                before["endDate"] = text
                before["days"] += 1
                before["amount"] += rate
            else:
                lines.append({"kind": name, "startDate": text, "endDate": text, "days": 1, "guests": None,
                              "guestKind": None, "unit": rate, "amount": rate, "source": source})
        for line in lines:
            own = line.pop("source")
            if isinstance(own, str):
                line["rateName"] = own
        first, last = day.isoformat(), (day + timedelta(days=days - 1)).isoformat()
        more = self.body.get("guestSurcharge")
        if more and self.count(ask) >= more["fromGuest"]:
            guests, unit = self.count(ask) - more["fromGuest"] + 1, self.minor(more["amountPerDay"])
            lines.append({"kind": "guest_surcharge", "startDate": first, "endDate": last, "days": days,
                          "guests": guests, "guestKind": None, "unit": unit, "amount": unit * guests * days})
        lines += self.guest_lines(ask, [self.body.get("guestKinds", [])], first, last, days)
        least = self.body.get("leastPrice")
        return self.lessened(ask, self.raised(lines, least, first), least, first)

    def raised(self, lines, least, first):
        rest = (0 if least is None else self.minor(least)) - sum(line["amount"] for line in lines)
        if rest <= 0:
            return lines
        return lines + [{"kind": "trip_rate", "toLeastPrice": True, "startDate": first, "endDate": first, "days": 1, "guests": None,
                         "guestKind": None, "unit": rest, "amount": rest}]

    def guest_lines(self, ask, sources, first, last, days):
        lines = []
        for name, count in self.party(ask):
            if count == 0:
                continue
            unit = next((self.minor(one["amount"]) for source in sources for one in source if one["kind"] == name), 0)
            lines.append({"kind": "guest_rate", "startDate": first, "endDate": last, "days": days, "guests": count,
                          "guestKind": name, "unit": unit, "amount": unit * count * days})
        return lines

    def first_rate(self, rates, day, trip):
        return next((one for one in rates if holds(one, day, trip, self.asker, self.booked or self.today)), None)

    def rate_of(self, day, first, days, guests):
        """Of one day of a trip: the kind of its line, the price, and the rate by its name or the season by its place."""
        text = day.isoformat()
        rate = self.first_rate(self.body.get("dayRates", []), day, {
            "Guests": guests, "DaysBefore": self.days_ahead(first), "Days": days})
        if rate:
            return "day_rate", self.minor(rate["price"]), rate["name"]
        for index, season in enumerate(self.body.get("seasonalRates", [])):
            if season["startDate"] <= text <= season["endDate"]:
                return "seasonal_rate", self.minor(season["dayRate"]), index
        weekend = self.body.get("weekendRate")
        if weekend and WEEKDAYS[day.weekday()] in weekend["weekdays"]:
            return "weekend_rate", self.minor(weekend["dayRate"]), None
        return "day_rate", self.minor(self.body["dayRate"]), None

    # --- cancelling
    def terms(self, ask, total):
        start, _ = self.span(ask)
        steps = []
        for until, percent in self.tiers(self.policy(), date.fromisoformat(ask["tripDate"]), start):
            if self.now < until:
                refund = share_of(total, percent)
                steps.append({"until": iso(until), "refund": self.decimal(refund), "fee": self.decimal(total - refund)})
        return steps + [{"until": None, "refund": 0, "fee": self.decimal(total)}]

    def policy(self):
        return self.body.get("cancellationPolicy", {"preset": "flexible"})

    def tiers(self, policy, day, start):
        """Until when, and which percentage comes back. @param day, start: what days, and hours, count from."""
        if policy["preset"] == "custom":
            tiers = [(one.get("daysBefore"), one.get("hoursBefore"), one["refundPercent"]) for one in policy["tiers"]]
        else:
            tiers = [(days, None, percent) for days, percent in PRESETS[policy["preset"]]]
        return [(start - timedelta(hours=hours) if hours is not None else self.midnight(day - timedelta(days=days)), percent)
                for days, hours, percent in tiers]

    # --- what the doors answer
    def quote(self, ask):
        problems = self.problems(ask)
        if problems:
            return {"code": 40001, "problems": sorted(problems)}
        start, end = self.span(ask)
        lines = self.lines(ask)
        total = sum(line["amount"] for line in lines)
        obstacles = self.obstacles(ask)
        own = self.departure(ask)
        return {
            "code": 200, "available": not obstacles, "obstacles": sorted(obstacles),
            "guestCount": self.count(ask), "start": iso(start), "end": iso(end),
            "capacity": self.kinds[own[0]]["capacity"] if own else None,
            "placesLeft": (0 if self.in_the_way(ask) else self.places_left(ask)) if own else None,
            "total": self.decimal(total), "terms": self.terms(ask, total), "offerCode": self.code_as_written(ask),
            "lines": self.shown_lines(lines), "goesIf": shown_goes_if(self.goes_if(ask)),
        }

    def shown_lines(self, lines):
        return [{**{k: v for k, v in line.items() if k not in ("unit", "amount")},
                 "unitAmount": self.decimal(line["unit"]), "amount": self.decimal(line["amount"])} for line in lines]

    def answer_calendar(self, ask):
        first = date.fromisoformat(ask["from"])
        return [self.day(first + timedelta(days=n)) for n in range(ask["days"])]

    def day(self, day):
        # The smallest party that books the shortest trip now.
        days, least = self.least_days or 1, self.body.get("leastPrice")
        _, price, _ = self.rate_of(day, day, days, self.smallest(None))
        if days == 1:
            price = price if least is None else max(price, self.minor(least))
            party = {"tripDate": day.isoformat(), "tripDays": 1, "guestCount": self.smallest(None)}
            offer = self.offer_for(party)
            price -= self.reduction(offer, price, least) if offer else 0
        answer = {"date": day.isoformat(), "dayPrice": self.decimal(price)}
        slots = [self.slot(kind, day, clock) for kind in self.kinds.values() for clock in sorted(kind["startTimes"])]
        slots = [slot for slot in slots if slot]
        if day < self.today:
            state, slots = "past", []
        elif self.body.get("status", "active") != "active" or day > self.last or not self.works_on(day) \
                or self.is_all_stopped(day):
            state, slots = "closed", []
        else:
            state = self.state(day, slots)
        if self.kinds:
            answer["times"] = [times_of(kind, slots) for kind in self.kinds.values()]
        return {**answer, "state": state}

    def slot(self, kind, day, clock):
        """A start that is not too late; None for one that is, or that clocks leave out."""
        ask = {"tripDate": day.isoformat(), "tripKindId": kind["tripKindId"], "startTime": clock, "guestCount": 1}
        if self.at(day, clock) is None or self.is_stopped(kind["tripKindId"], day):
            return None
        start, _ = self.span(ask)
        if start <= self.now or start - self.now < timedelta(hours=self.notice):
            return None
        left = self.places_left(ask)
        smallest = self.smallest_to_go(kind, ask)
        free = not self.in_the_way(ask) and smallest <= self.largest(kind) and (left is None or left >= smallest)
        return {"kind": kind["tripKindId"], "clock": clock, "free": free, "left": left}

    def smallest_to_go(self, kind, ask):
        return max(self.smallest(kind), self.fewest(self.departure(ask), self.goes_if(ask)))

    def state(self, day, slots):
        begin, end = self.midnight(day), self.midnight(day + timedelta(days=1))
        taken = any(one.start < end and begin < one.end for one in self.taken())
        if self.whole:
            ask = {"tripDate": day.isoformat(), "tripDays": 1, "guestCount": 1}
            if not taken and self.own_obstacle(ask) is None:
                return "available"
        elif slots and all(slot["free"] for slot in slots):
            return "available"
        if any(slot["free"] for slot in slots):
            return "partly"
        return "booked" if taken or slots else "past"

    def answer_octo(self, ask):
        """Every start of an option on these days, for a party of one kind of guests."""
        kind = self.kinds.get(ask["optionId"])
        first, answers = date.fromisoformat(ask["from"]), []
        for n in range(ask["days"]):
            day = first + timedelta(days=n)
            if not self.today <= day <= self.last:
                continue
            for clock in sorted(kind["startTimes"]) if kind else [None]:
                answers += self.octo_start(kind, day, clock, ask["guests"])
        # A time that reads twice is one start.
        return sorted(answers, key=lambda one: one["id"])

    def octo_start(self, kind, day, clock, guests):
        hours = {"tripKindId": kind["tripKindId"], "startTime": clock} if kind else {"tripDays": 1}
        ask = {"tripDate": day.isoformat(), **hours, **guests}
        if self.problems(ask):
            return []
        start, end = self.span(ask)
        capacity = kind["capacity"] if kind and "capacity" in kind else self.largest(kind)
        if self.own_obstacle(ask):
            status, left = "CLOSED", 0
        else:
            places = self.places_left(ask)
            left = 0 if self.in_the_way(ask) else capacity if places is None else places
            smallest = self.smallest_to_go(kind, ask)
            left = 0 if left < smallest or smallest > self.largest(kind) else left
            status = "SOLD_OUT" if left == 0 else "LIMITED" if left * 2 < capacity else "AVAILABLE"
        all_day = kind is None and self.instant and self.notice == 0
        cutoff = end if all_day else start - timedelta(hours=self.notice)
        return [{
            "id": start.astimezone(self.zone).isoformat(timespec="seconds"),
            "end": end.astimezone(self.zone).isoformat(timespec="seconds"),
            "cutoff": cutoff.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "status": status, "vacancies": left, "capacity": capacity, "available": left >= self.count(ask),
            "price": sum(line["amount"] for line in self.lines(ask)),
        }]


def shown_goes_if(goes_if):
    return goes_if and {"leastGuests": goes_if[0], "decidedAt": iso(goes_if[1])}


def share_of(amount, percent):
    """Half to even, of whole minor units."""
    return int((Decimal(amount) * Decimal(str(percent)) / 100).quantize(Decimal(1), "ROUND_HALF_EVEN"))


def days_of(trip):
    first = date.fromisoformat(trip["tripDate"])
    return [first + timedelta(days=n) for n in range(1 if "tripKindId" in trip else trip.get("tripDays", 1))]


def time_of(trip):
    return trip.get("tripKindId"), trip.get("startTime")


def holds(rate, day, trip, asker, booked):
    """What the trip does not say, no rate for it asks."""
    within = [rate.get("min" + name, value) <= value <= rate.get("max" + name, value)
              for name, value in trip.items() if name != "startTime"]
    return all([
        "agencies" not in rate or asker in rate["agencies"],
        is_on(rate, day),
        rate.get("bookedFrom", "") <= booked.isoformat() <= rate.get("bookedUntil", "9"),
        "startTimes" not in rate or trip["startTime"] in rate["startTimes"],
        *within,
    ])


def is_on(one, day):
    text = day.isoformat()
    return (one.get("startDate", text) <= text <= one.get("endDate", text)
            and WEEKDAYS[day.weekday()] in one.get("weekdays", WEEKDAYS))


def is_of_kind(offer, kind):
    if kind is None:
        return offer.get("wholeDays", "tripKindIds" not in offer)
    if "tripKindIds" in offer:
        return kind in offer["tripKindIds"]
    return not offer.get("wholeDays", False)


def times_of(kind, slots):
    own = [slot for slot in slots if slot["kind"] == kind["tripKindId"] and slot["free"]]
    answer = {"tripKindId": kind["tripKindId"], "startTimes": [slot["clock"] for slot in own]}
    return {**answer, "placesLeft": [slot["left"] for slot in own]} if "capacity" in kind else answer
