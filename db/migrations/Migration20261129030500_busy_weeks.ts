import { Migration } from '@mikro-orm/migrations';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';

/** What the index of guides knows of days and rates, as weeks and powers of two; nobody indexes a guide meanwhile. */
export class Migration20261129030500_busy_weeks extends Migration {
  override name = 'Migration20261129030500_busy_weeks';

  override up(): void {
    this.addSql(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.guideIndex});`);
    this.addSql(`insert into guide_bits (property, chunk, bits)
      select 'layout:2', chunk, bit_or(bits) from guide_bits where property in ('world:false', 'world:true') group by chunk
      union all select 'rests', chunk, bit_or(bits) from guide_bits where property like 'rests:%' group by chunk
      union all select 'week:' || to_char(date_trunc('week', substr(property, 6)::timestamp), 'YYYY-MM-DD') as week, chunk, bit_or(bits)
        from guide_bits where property like 'busy:____-__-__' group by week, chunk
      union all select 'rate_from:' || power, chunk, bit_or(bits)
        from unnest(array[16, 24]) power, guide_bits
        where property like 'rate:%' and split_part(property, ':', 2)::int >= power group by power, chunk;`);
  }
}
