import { concurrentIndex, type Migration } from '@vesper/core/db/migrate.ts';
import { loadModule, type Node, parseSync } from 'libpg-query';
import type { Release } from './releases.ts';

/** The release whose programs must work beside a migration; none for the first release's. */
export function releaseBefore({ name }: Migration, releases: readonly Release[]): Release | undefined {
  const first = releases.findIndex(({ manifest }) => manifest.migrations.some((one) => one.name === name));
  return first < 0 ? releases.at(-1) : releases[first - 1];
}

/**
 * Why a migration breaks "expand first, contract one version later": it may add, and may drop or narrow objects that
 * the previous release does not name, if its second line says so. Parsed by PostgreSQL's own parser.
 */
export async function migrationFaults(
  migration: Migration,
  before: Pick<Release, 'version' | 'names' | 'manifest'>,
): Promise<string[]> {
  await loadModule();
  const found = (parseSync(migration.sql).stmts ?? []).flatMap(({ stmt }) => changesOf(stmt as Node));
  // Tables not in any release may change freely.
  const changes = found.filter(({ table }) => table === undefined || isReleased(table, before));
  const taken = [...new Set(changes.flatMap(({ takes }) => takes ?? []))];
  const declared = declaredContracts(migration.sql);
  const faults = [
    ...(migration.worksWith === before.version
      ? []
      : [`must begin with the line "-- works with: ${before.version}", which names the release before it.`]),
    ...changes.flatMap(({ refused }) => refused ?? []),
    ...(found.some(({ isConcurrent }) => isConcurrent) && !concurrentIndex(migration)
      ? [
          'must make its index in one statement alone, as "create index concurrently name on table (columns);".',
        ]
      : []),
    ...taken
      .filter((one) => !declared.includes(one))
      .map(
        (one) =>
          `takes away or narrows ${one}: its second line must say "-- contracts: ${taken.join(', ')}".`,
      ),
    ...taken
      .filter((one) => isNamed(one, before))
      .map(
        (one) =>
          `takes away or narrows ${one}, which ${before.version} still uses: release a version that does not, and contract in the next.`,
      ),
    ...declared
      .filter((one) => !taken.includes(one))
      .map((one) => `says that it contracts ${one}, and does nothing to it.`),
  ];
  return faults.map((fault) => `${migration.name} ${fault}`);
}

function declaredContracts(sql: string): string[] {
  const [, list] = /^.*\n-- contracts: (.*)\n/.exec(sql) ?? [];
  return list?.split(',').map((one) => one.trim()) ?? [];
}

function isReleased(table: string, { manifest, names }: Pick<Release, 'manifest' | 'names'>): boolean {
  return table in names.tables || manifest.tables.some((one) => one.table === table);
}

/** `videos.title`, `videos` or `title_key()`; programs name no constraint, `videos (name)`. */
function isNamed(taken: string, { names }: Pick<Release, 'names'>): boolean {
  const [table = '', column] = taken.split('.');
  if (taken.endsWith('()')) return names.functions.includes(taken.slice(0, -2));
  return column === undefined ? taken in names.tables : (names.tables[table]?.includes(column) ?? false);
}

interface Change {
  table?: string | undefined;
  /** Objects that the previous release can no longer use. */
  takes?: string[];
  refused?: string[];
  isConcurrent?: boolean;
}

type Named<Kind extends string> = Extract<Node, Record<Kind, unknown>>;
const is = <Kind extends string>(node: Node, kind: Kind): node is Named<Kind> => kind in node;

function changesOf(node: Node): Change[] {
  if (is(node, 'AlterTableStmt')) {
    const table = node.AlterTableStmt.relation?.relname ?? '';
    return (node.AlterTableStmt.cmds ?? []).map((command) => alterationOf(table, command as Node));
  }
  if (is(node, 'DropStmt')) return dropsOf(node.DropStmt);
  if (is(node, 'TruncateStmt')) {
    const tables = (node.TruncateStmt.relations ?? []).map((one) =>
      is(one as Node, 'RangeVar') ? ((one as Named<'RangeVar'>).RangeVar.relname ?? '') : '',
    );
    return tables.map((table) => ({ table, takes: [table] }));
  }
  if (is(node, 'IndexStmt')) return [indexOf(node.IndexStmt)];
  if (is(node, 'RenameStmt')) {
    const { relation, subname, renameType, object } = node.RenameStmt;
    const name = relation?.relname;
    if (renameType === 'OBJECT_COLUMN') return [{ table: name, takes: [`${name}.${subname}`] }];
    if (renameType === 'OBJECT_TABLE' || renameType === 'OBJECT_VIEW')
      return [{ table: name, takes: [name ?? ''] }];
    return renameType === 'OBJECT_FUNCTION' ? [{ takes: [`${lastName(object)}()`] }] : [];
  }
  if (is(node, 'AlterObjectSchemaStmt')) {
    const table = node.AlterObjectSchemaStmt.relation?.relname;
    return table ? [{ table, takes: [table] }] : [];
  }
  if (is(node, 'DoStmt'))
    return [
      { refused: ['has a DO block, in which nobody can see what it takes away: write its statements.'] },
    ];
  return [];
}

function alterationOf(table: string, node: Node): Change {
  if (!is(node, 'AlterTableCmd')) return {};
  const { subtype, name, def } = node.AlterTableCmd;
  const constraints = def && is(def, 'ColumnDef') ? (def.ColumnDef.constraints ?? []) : [];
  switch (subtype) {
    case 'AT_DropColumn':
    case 'AT_AlterColumnType':
    case 'AT_SetNotNull':
      return { table, takes: [`${table}.${name}`] };
    case 'AT_ColumnDefault':
      return def ? {} : { table, takes: [`${table}.${name}`] };
    case 'AT_AddColumn': {
      const kinds = constraints.map((one) => (is(one, 'Constraint') ? one.Constraint.contype : undefined));
      const column = def && is(def, 'ColumnDef') ? def.ColumnDef.colname : '';
      const fills = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'] as const;
      const isFilled = fills.some((kind) => kinds.includes(kind));
      const reads = ['CONSTR_CHECK', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'] as const;
      const refused = [
        ...(kinds.includes('CONSTR_NOTNULL') && !isFilled
          ? [`adds ${table}.${column} not null without a default: the release before writes rows without it.`]
          : []),
        ...(reads.some((kind) => kinds.includes(kind))
          ? [
              `reads all of ${table} with the table locked: add the constraint of ${column} in a file of its own.`,
            ]
          : []),
      ];
      return { table, refused };
    }
    case 'AT_AddConstraint': {
      if (!def || !is(def, 'Constraint')) return {};
      const { conname, contype, skip_validation, indexname } = def.Constraint;
      const isQuick = skip_validation || indexname !== undefined;
      const how =
        contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY'
          ? 'make its index concurrently, in a file before it'
          : 'add it "not valid", and validate it in a file of its own';
      return {
        ...{ table, takes: [`${table} (${conname ?? 'a constraint without a name'})`] },
        ...(isQuick ? {} : { refused: [`reads all of ${table} with the table locked: ${how}.`] }),
      };
    }
    default:
      return {};
  }
}

function indexOf({ relation, concurrent, unique, idxname }: Named<'IndexStmt'>['IndexStmt']): Change {
  const table = relation?.relname;
  const refused = `makes an index with ${table} locked: write "create index concurrently", alone in a file.`;
  return {
    table,
    ...(unique ? { takes: [`${table} (${idxname})`] } : {}),
    ...(concurrent ? { isConcurrent: true } : { refused: [refused] }),
  };
}

function dropsOf({ objects = [], removeType }: Named<'DropStmt'>['DropStmt']): Change[] {
  // Programs name none of these; upgrade-trial.ts checks unique indexes for "on conflict".
  if (['OBJECT_INDEX', 'OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_RULE'].includes(removeType ?? ''))
    return [];
  const names = objects.map(lastName);
  if (removeType === 'OBJECT_FUNCTION' || removeType === 'OBJECT_PROCEDURE')
    return names.map((name) => ({ takes: [`${name}()`] }));
  return names.map((name) => ({ table: name, takes: [name] }));
}

/** Without its schema. */
function lastName(node: Node | undefined): string {
  if (!node) return '';
  const parts = is(node, 'List')
    ? node.List.items
    : is(node, 'ObjectWithArgs')
      ? node.ObjectWithArgs.objname
      : is(node, 'TypeName')
        ? node.TypeName.names
        : [node];
  const last = parts?.at(-1);
  return last && is(last, 'String') ? (last.String.sval ?? '') : '';
}
