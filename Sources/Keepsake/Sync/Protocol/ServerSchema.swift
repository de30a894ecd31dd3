/// The database schema of a household's server, which is all in `keepsake`.
///
/// Only its owner touches the tables; other logins call functions that take the household and its token.
/// The server knows the hash of a token and nothing that could open what is sealed. Row security is a
/// second wall behind the functions: they see the household that they entered and no other, even if one
/// forgot to ask for that.
enum ServerSchema {
  /// The form that this program knows.
  static let version = 1

  /// The longest sealed operation.
  static let longestOperation = 16 << 20

  /// The longest sealed part of a content: a mebibyte, and room for what sealing adds.
  static let longestPart = (1 << 20) + 4096

  /// The longest sealed description of a device.
  static let longestDevice = 64 << 10

  /// Makes all of it, one statement at a time.
  static let statements = schema + tables.flatMap(protect) + ServerFunctions.statements + rights

  private static let schema = [
    "create schema if not exists keepsake",
    "create table keepsake.format (version int not null)",
    "insert into keepsake.format values (\(version))",
    """
    create table keepsake.household (
      id text primary key check (id <> ''),
      token_hash bytea not null,
      created timestamptz not null default now())
    """,
    // The sequence belongs to the household and is set under a lock: a reader of one has seen all
    // before.
    """
    create table keepsake.operation (
      household text not null references keepsake.household,
      sequence bigint not null check (sequence > 0),
      device text not null check (device <> ''),
      number bigint not null,
      sealed bytea not null check (octet_length(sealed) <= \(longestOperation)),
      primary key (household, sequence),
      unique (household, device, number))
    """,
    """
    create table keepsake.content (
      household text not null references keepsake.household,
      digest text not null check (digest <> ''),
      part int not null check (part >= 0),
      sealed bytea not null check (octet_length(sealed) <= \(longestPart)),
      primary key (household, digest, part))
    """,
    """
    create table keepsake.device (
      household text not null references keepsake.household,
      device text not null check (device <> ''),
      sealed bytea not null check (octet_length(sealed) <= \(longestDevice)),
      primary key (household, device))
    """,
    // Encrypted data does not compress.
    "alter table keepsake.operation alter column sealed set storage external",
    "alter table keepsake.content alter column sealed set storage external",
  ]

  private static let tables = [
    (name: "format", condition: "true"),
    (name: "household", condition: isEntered("id")),
    (name: "operation", condition: isEntered("household")),
    (name: "content", condition: isEntered("household")),
    (name: "device", condition: isEntered("household")),
  ]

  private static func isEntered(_ column: String) -> String {
    "\(column) = current_setting('keepsake.household', true)"
  }

  private static func protect(_ name: String, _ condition: String) -> [String] {
    [
      "alter table keepsake.\(name) enable row level security",
      "alter table keepsake.\(name) force row level security",
      "create policy entered on keepsake.\(name) using (\(condition))",
      "revoke all on keepsake.\(name) from public",
    ]
  }

  private static let rights =
    [
      "revoke all on schema keepsake from public",
      "grant usage on schema keepsake to public",
      "revoke all on all functions in schema keepsake from public",
    ] + ServerFunctions.open.map { "grant execute on function keepsake.\($0) to public" }
}
