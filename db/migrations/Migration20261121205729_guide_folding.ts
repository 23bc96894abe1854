import { Migration } from '@mikro-orm/migrations';
import { areaKeys, searchable } from '../../domain/guide.ts';

const BATCH = 1_000;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly profile: string;
  readonly area: string;
  readonly serviceAreas: string[];
}

/** Guides are found by folded areas, and sorted by names as people sort them (docs/decisions/0056). */
export class Migration20261121205729_guide_folding extends Migration {
  override name = 'Migration20261121205729_guide_folding';

  override async up(): Promise<void> {
    await this.execute(`alter table "guide" add "area_keys" text[] not null default '{}';`);
    await this.execute(`drop index guide_by_area;`);
    await this.execute(`drop index guide_by_name;`);
    await this.fold();
    await this.execute(
      `create index guide_by_area on guide using gin (area_keys) with (fastupdate = off) where deleted_at is null;`,
    );
    await this.execute(
      `create index guide_by_name on guide (sandbox, name collate "und-x-icu", length(id), id) where deleted_at is null;`,
    );
  }

  override async down(): Promise<void> {
    await this.execute(`drop index guide_by_area;`);
    await this.execute(`drop index guide_by_name;`);
    await this.execute(`alter table "guide" drop column "area_keys";`);
    await this.execute(
      `create index guide_by_area on guide using gin (array_append(service_areas, area::text)) with (fastupdate = off) where deleted_at is null;`,
    );
    await this.execute(
      `create index guide_by_name on guide (sandbox, name, length(id), id) where deleted_at is null;`,
    );
  }

  /** What is compared is computed in the application, so it is for the guides that are there as well. */
  private async fold(): Promise<void> {
    let after = '';
    for (;;) {
      const rows = (await this.execute(
        `select id, name, profile, area, to_json(service_areas) as "serviceAreas"
         from guide where id > ? order by id limit ${BATCH}`,
        [after],
      )) as Row[];
      if (rows.length === 0) return;
      const folded = rows.map(({ id, name, profile, area, serviceAreas }) => ({
        id,
        search_text: searchable(name, profile),
        area_keys: areaKeys(area, serviceAreas),
      }));
      await this.execute(
        `update guide set search_text = folded.search_text, area_keys = folded.area_keys
         from json_to_recordset(?::json) as folded (id text, search_text text, area_keys text[])
         where guide.id = folded.id`,
        [JSON.stringify(folded)],
      );
      after = rows.at(-1)!.id;
    }
  }
}
