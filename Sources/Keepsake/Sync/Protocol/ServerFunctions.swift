/// The functions of the schema, which run with the rights of its owner.
///
/// Each qualifies every name with its schema, searches no other one, and enters the household
/// before it does anything else. Each error has an SQLSTATE of its own, which `SyncError` reads.
enum ServerFunctions {
  /// All of them, one statement each.
  static let statements =
    [
      function(
        "channel(of_household text)", "text", [],
        [
          """
          return 'keepsake_' || substr(
            encode(sha256(convert_to(of_household, 'UTF8')), 'hex'), 1, 32);
          """
        ]),
      function(
        "enter(of_household text, with_token bytea)", "void", [],
        [
          """
          perform set_config('keepsake.household', of_household, true);
          if not exists (select from keepsake.household h
            where h.id = of_household and h.token_hash = sha256(with_token)) then
            raise exception 'unknown household or token' using errcode = 'KS001';
          end if;
          """
        ]),
      function(
        "found(of_household text, with_token bytea)", "void", [],
        [
          """
          perform set_config('keepsake.household', of_household, true);
          insert into keepsake.household (id, token_hash) values (of_household, sha256(with_token))
            on conflict do nothing;
          if not exists (select from keepsake.household h
            where h.id = of_household and h.token_hash = sha256(with_token)) then
            raise exception 'another household of that name' using errcode = 'KS003';
          end if;
          """
        ]),
      function("format_version()", "int", [], ["return (select version from keepsake.format);"]),
      function(
        "announce(\(caller))", "void", [],
        [enter, "perform pg_notify(keepsake.channel(of_household), '');"]),
      function(
        "listen(\(caller))", "void", [],
        [
          enter, "execute format('listen %I', keepsake.channel(of_household));",
        ]),
    ] + operations + contents + devices

  /// The functions that other logins than the owner may call.
  static let open = [
    "format_version()", "announce(text, bytea)",
    "listen(text, bytea)",
    "send(text, bytea, text, bigint[], bytea[])", "last_sequence(text, bytea)",
    "operations(text, bytea, bigint, int, bigint)", "parts(text, bytea, text)",
    "send_part(text, bytea, text, int, bytea)", "part(text, bytea, text, int)",
    "set_device(text, bytea, text, bytea)",
    "devices(text, bytea)", "remove_device(text, bytea, text)",
  ]

  private static let operations = [
    // Allow one writer of a household at a time until its rows are visible, so that no reader skips a number that
    // appears later.
    function(
      "send(\(caller), of_device text, numbers bigint[], pieces bytea[])", "bigint",
      ["last bigint", "one record", "stored bytea", "is_new boolean := false"],
      [
        enter,
        """
        perform pg_advisory_xact_lock(hashtextextended('keepsake ' || of_household, 0));
        select coalesce(max(o.sequence), 0) into last
          from keepsake.operation o where o.household = of_household;
        for one in select u.number, u.piece
          from unnest(numbers, pieces) with ordinality as u (number, piece, place)
          order by u.place
        loop
          select o.sealed into stored from keepsake.operation o
            where o.household = of_household and o.device = of_device and o.number = one.number;
          if not found then
            last := last + 1;
            insert into keepsake.operation (household, sequence, device, number, sealed)
              values (of_household, last, of_device, one.number, one.piece);
            is_new := true;
          elsif stored is distinct from one.piece then
            raise exception '%', one.number using errcode = 'KS002';
          end if;
        end loop;
        if is_new then perform pg_notify(keepsake.channel(of_household), ''); end if;
        return last;
        """,
      ]),
    function(
      "last_sequence(\(caller))", "bigint", [],
      [
        enter,
        """
        return (select coalesce(max(o.sequence), 0)
          from keepsake.operation o where o.household = of_household);
        """,
      ]),
    // As many as fit into the bytes, and one at least.
    function(
      "operations(\(caller), behind bigint, most int, most_bytes bigint)",
      "table (sequence bigint, device text, number bigint, sealed bytea)", [],
      [
        enter,
        """
        return query select c.sequence, c.device, c.number, c.sealed from (
          select n.*, row_number() over (order by n.sequence) as place,
            sum(octet_length(n.sealed)) over (order by n.sequence) as total
          from (
            select o.sequence, o.device, o.number, o.sealed from keepsake.operation o
            where o.household = of_household and o.sequence > behind
            order by o.sequence limit most) n) c
        where c.place = 1 or c.total <= most_bytes order by c.sequence;
        """,
      ]),
  ]

  private static let contents = [
    function(
      "parts(\(caller), of_digest text)", "table (part int, length int)", [],
      [
        enter,
        """
        return query select c.part, octet_length(c.sealed) from keepsake.content c
          where c.household = of_household and c.digest = of_digest;
        """,
      ]),
    function(
      "send_part(\(caller), of_digest text, of_part int, piece bytea)", "void", [],
      [
        enter,
        """
        insert into keepsake.content (household, digest, part, sealed)
          values (of_household, of_digest, of_part, piece) on conflict do nothing;
        """,
      ]),
    function(
      "part(\(caller), of_digest text, of_part int)", "bytea", [],
      [
        enter,
        """
        return (select c.sealed from keepsake.content c
          where c.household = of_household and c.digest = of_digest and c.part = of_part);
        """,
      ]),
  ]

  private static let devices = [
    function(
      "set_device(\(caller), of_device text, description bytea)", "void", [],
      [
        enter,
        """
        insert into keepsake.device as d (household, device, sealed)
          values (of_household, of_device, description)
          on conflict on constraint device_pkey do update set sealed = description;
        perform pg_notify(keepsake.channel(of_household), '');
        """,
      ]),
    function(
      "devices(\(caller))", "table (device text, sealed bytea)", [],
      [
        enter,
        """
        return query select d.device, d.sealed from keepsake.device d
          where d.household = of_household order by d.device;
        """,
      ]),
    function(
      "remove_device(\(caller), of_device text)", "void", [],
      [
        enter,
        """
        delete from keepsake.device d where d.household = of_household and d.device = of_device;
        perform pg_notify(keepsake.channel(of_household), '');
        """,
      ]),
  ]

  /// The arguments with which every call identifies its caller.
  private static let caller = "of_household text, with_token bytea"

  private static let enter = "perform keepsake.enter(of_household, with_token);"

  private static func function(
    _ head: String, _ result: String, _ variables: [String], _ body: [String]
  ) -> String {
    let declared = variables.isEmpty ? "" : "declare\n\(variables.map { "\($0);\n" }.joined())"
    return """
      create function keepsake.\(head) returns \(result)
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
      \(declared)begin
      \(body.joined(separator: "\n"))
      end $body$
      """
  }
}
