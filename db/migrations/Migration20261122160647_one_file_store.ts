import { Migration } from '@mikro-orm/migrations';

/** Documents of verifications lie where all files that were handed in do. */
export class Migration20261122160647_one_file_store extends Migration {
  override name = 'Migration20261122160647_one_file_store';

  override up(): void {
    this.addSql(`alter table "verification_document" add "file_id" bigint;`);
    this.addSql(`update verification_document set file_id = nextval('stored_file_id_seq');`);
    this.addSql(
      `insert into stored_file (id, name, type, size, sha256, created_at) select file_id, name, type, size, sha256, created_at from verification_document;`,
    );
    this.addSql(
      `insert into stored_file_part (file_id, number, content_encrypted, created_at) select d.file_id, p.number, p.content_encrypted, p.created_at from verification_document_part p join verification_document d on d.id = p.document_id;`,
    );
    this.addSql(`drop table "verification_document_part";`);
    this.addSql(
      `alter table "verification_document" drop column "created_at", drop column "name", drop column "sha256", drop column "size", drop column "type", alter column "file_id" set not null;`,
    );
    this.addSql(
      `alter table "verification_document" add constraint "verification_document_file_id_foreign" foreign key ("file_id") references "stored_file" ("id");`,
    );
    this.addSql(
      `alter table "verification_document" add constraint "verification_document_file_id_unique" unique ("file_id");`,
    );
  }

  override down(): void {
    this.addSql(
      `create table "verification_document_part" ("document_id" bigint not null, "number" int not null, "content_encrypted" text not null, "created_at" timestamptz not null default now(), primary key ("document_id", "number"));`,
    );
    this.addSql(
      `alter table "verification_document" drop constraint "verification_document_file_id_foreign", drop constraint "verification_document_file_id_unique", add "name" varchar(120), add "type" text, add "size" int, add "sha256" char(64), add "created_at" timestamptz not null default now();`,
    );
    this.addSql(
      `update verification_document d set name = f.name, type = f.type, size = f.size, sha256 = f.sha256, created_at = f.created_at from stored_file f where f.id = d.file_id;`,
    );
    this.addSql(
      `insert into verification_document_part (document_id, number, content_encrypted, created_at) select d.id, p.number, p.content_encrypted, p.created_at from stored_file_part p join verification_document d on d.file_id = p.file_id;`,
    );
    this.addSql(`delete from stored_file f using verification_document d where d.file_id = f.id;`);
    this.addSql(
      `alter table "verification_document" drop column "file_id", alter column "name" set not null, alter column "type" set not null, alter column "size" set not null, alter column "sha256" set not null;`,
    );
    this.addSql(
      `alter table "verification_document" add constraint "verification_document_size_check" check (size between 1 and 10485760);`,
    );
    this.addSql(
      `alter table "verification_document" add constraint "verification_document_type_check" check ("type" in ('application/pdf', 'image/png', 'image/jpeg'));`,
    );
    this.addSql(
      `alter table "verification_document_part" add constraint "verification_document_part_document_id_foreign" foreign key ("document_id") references "verification_document" ("id") on delete cascade;`,
    );
  }
}
