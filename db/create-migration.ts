/** `npx node db/create-migration.ts name`: writes the difference between the entities and the last snapshot. */
import { createMigratingOrm } from './migrating-orm.ts';

const orm = createMigratingOrm({
  databaseUrl: process.env.DATABASE_URL ?? 'postgresql://localhost/guidepost',
  keepSnapshot: true,
});
const name = process.argv[2];
const { fileName } = await orm.migrator.create(undefined, false, false, name);
console.log(
  fileName ? `${fileName}: now list it in db/migrations/index.ts` : 'no difference: nothing to make',
);
await orm.close();
