const isoDateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?$/;

/**
 * A date and time of any ISO 8601 form that older versions allow, as 1.0 writes it: in UTC, with milliseconds and Z. Without a zone it is taken
 * as UTC; digits beyond the millisecond are cut off. Undefined for what is no date and time.
 *
 * @see A2A 1.0, section 5.6.1
 */
export function toUtc(text: string): string | undefined {
  const [, year, month, day, hour, minute, second, fraction = "", sign = "+", offsetHour = 0, offsetMinute = 0] =
    isoDateTime.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d, h, min, s] = [year, month, day, hour, minute, second].map(Number) as Numbers; // safe: the pattern has matched all six
  if (h > 23 || min > 59 || s > 60 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(y, m - 1, d);
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return undefined;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -1 : 1);
  date.setUTCHours(h, min - offset, s, Number(fraction.padEnd(3, "0").slice(0, 3)));
  const utc = date.toISOString();
  // Years before 0 and after 9999, where an offset leads out of them, have no such form.
  return utc.length === "0000-00-00T00:00:00.000Z".length ? utc : undefined;
}

type Numbers = [number, number, number, number, number, number];
