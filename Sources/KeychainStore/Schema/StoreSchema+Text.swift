extension StoreSchema {
  /// The value of `definition` for the current version, with a semicolon after each statement. The value is stored as
  /// text, because deriving the value takes longer than reading the text. A test compares this text with `definition`.
  static let definitionText: StaticString = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1), uuid BLOB NOT NULL, keybag INTEGER NOT NULL \
    DEFAULT 0,
      digest BLOB, file BLOB, lock_generation INTEGER NOT NULL DEFAULT 0,
      commits INTEGER NOT NULL DEFAULT 0, genp INTEGER NOT NULL DEFAULT 0,
      inet INTEGER NOT NULL DEFAULT 0, keys INTEGER NOT NULL DEFAULT 0,
      cert INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE chunk (
      id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, ref BLOB NOT NULL, seq INTEGER NOT NULL,
      data BLOB NOT NULL) STRICT;
    CREATE UNIQUE INDEX chunk_place ON chunk (ref, seq);
    CREATE TABLE quarantine (
      id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, class INTEGER NOT NULL,
      item INTEGER NOT NULL, moved REAL NOT NULL, record BLOB NOT NULL) STRICT;
    CREATE TABLE genp (id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, ref BLOB NOT NULL, key_id \
    INTEGER NOT NULL, pdmn INTEGER NOT NULL, sync INTEGER NOT NULL, tomb INTEGER NOT NULL, \
    policy INTEGER NOT NULL, agrp BLOB NOT NULL, ukey BLOB NOT NULL, by_service_account BLOB, \
    by_service BLOB, by_account BLOB, by_label BLOB, by_generic BLOB, tags BLOB NOT NULL, meta \
    BLOB NOT NULL, secret BLOB) STRICT;
    CREATE UNIQUE INDEX genp_ref ON genp (ref);
    CREATE UNIQUE INDEX genp_ukey ON genp (ukey);
    CREATE INDEX genp_agrp ON genp (agrp, sync, tomb);
    CREATE INDEX genp_by_service_account ON genp (by_service_account, sync, tomb) WHERE \
    by_service_account IS NOT NULL;
    CREATE INDEX genp_by_service ON genp (by_service, sync, tomb) WHERE by_service IS NOT NULL;
    CREATE INDEX genp_by_account ON genp (by_account, sync, tomb) WHERE by_account IS NOT NULL;
    CREATE INDEX genp_by_label ON genp (by_label, sync, tomb) WHERE by_label IS NOT NULL;
    CREATE INDEX genp_by_generic ON genp (by_generic, sync, tomb) WHERE by_generic IS NOT NULL;
    CREATE TABLE inet (id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, ref BLOB NOT NULL, key_id \
    INTEGER NOT NULL, pdmn INTEGER NOT NULL, sync INTEGER NOT NULL, tomb INTEGER NOT NULL, \
    policy INTEGER NOT NULL, agrp BLOB NOT NULL, ukey BLOB NOT NULL, by_server_account BLOB, \
    by_server BLOB, by_account BLOB, by_label BLOB, tags BLOB NOT NULL, meta BLOB NOT NULL, secret BLOB) \
    STRICT;
    CREATE UNIQUE INDEX inet_ref ON inet (ref);
    CREATE UNIQUE INDEX inet_ukey ON inet (ukey);
    CREATE INDEX inet_agrp ON inet (agrp, sync, tomb);
    CREATE INDEX inet_by_server_account ON inet (by_server_account, sync, tomb) WHERE \
    by_server_account IS NOT NULL;
    CREATE INDEX inet_by_server ON inet (by_server, sync, tomb) WHERE by_server IS NOT NULL;
    CREATE INDEX inet_by_account ON inet (by_account, sync, tomb) WHERE by_account IS NOT NULL;
    CREATE INDEX inet_by_label ON inet (by_label, sync, tomb) WHERE by_label IS NOT NULL;
    CREATE TABLE inet_domain (
      domain BLOB NOT NULL, sync INTEGER NOT NULL, item INTEGER NOT NULL,
      PRIMARY KEY (domain, sync, item))
      STRICT, WITHOUT ROWID;
    CREATE INDEX inet_domain_item ON inet_domain (item);
    CREATE TABLE genp_pair (
      pair BLOB NOT NULL, item INTEGER NOT NULL, PRIMARY KEY (pair, item)) STRICT, WITHOUT ROWID;
    CREATE INDEX genp_pair_item ON genp_pair (item);
    CREATE TABLE genp_map (item INTEGER PRIMARY KEY, map BLOB NOT NULL) STRICT;
    CREATE INDEX genp_map_map ON genp_map (map);
    CREATE TABLE keys (id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, ref BLOB NOT NULL, key_id \
    INTEGER NOT NULL, pdmn INTEGER NOT NULL, sync INTEGER NOT NULL, tomb INTEGER NOT NULL, \
    policy INTEGER NOT NULL, agrp BLOB NOT NULL, ukey BLOB NOT NULL, by_application_label BLOB, \
    by_application_tag BLOB, by_label BLOB, tags BLOB NOT NULL, meta BLOB NOT NULL, secret BLOB) STRICT;
    CREATE UNIQUE INDEX keys_ref ON keys (ref);
    CREATE UNIQUE INDEX keys_ukey ON keys (ukey);
    CREATE INDEX keys_agrp ON keys (agrp, sync, tomb);
    CREATE INDEX keys_by_application_label ON keys (by_application_label, sync, tomb) WHERE \
    by_application_label IS NOT NULL;
    CREATE INDEX keys_by_application_tag ON keys (by_application_tag, sync, tomb) WHERE \
    by_application_tag IS NOT NULL;
    CREATE INDEX keys_by_label ON keys (by_label, sync, tomb) WHERE by_label IS NOT NULL;
    CREATE TABLE cert (id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, ref BLOB NOT NULL, key_id \
    INTEGER NOT NULL, pdmn INTEGER NOT NULL, sync INTEGER NOT NULL, tomb INTEGER NOT NULL, \
    policy INTEGER NOT NULL, agrp BLOB NOT NULL, ukey BLOB NOT NULL, by_issuer_serial BLOB, \
    by_public_key_hash BLOB, by_subject BLOB, by_label BLOB, by_issuer BLOB, tags BLOB NOT \
    NULL, meta BLOB NOT NULL, secret BLOB) STRICT;
    CREATE UNIQUE INDEX cert_ref ON cert (ref);
    CREATE UNIQUE INDEX cert_ukey ON cert (ukey);
    CREATE INDEX cert_agrp ON cert (agrp, sync, tomb);
    CREATE INDEX cert_by_issuer_serial ON cert (by_issuer_serial, sync, tomb) WHERE \
    by_issuer_serial IS NOT NULL;
    CREATE INDEX cert_by_public_key_hash ON cert (by_public_key_hash, sync, tomb) WHERE \
    by_public_key_hash IS NOT NULL;
    CREATE INDEX cert_by_subject ON cert (by_subject, sync, tomb) WHERE by_subject IS NOT NULL;
    CREATE INDEX cert_by_label ON cert (by_label, sync, tomb) WHERE by_label IS NOT NULL;
    CREATE INDEX cert_by_issuer ON cert (by_issuer, sync, tomb) WHERE by_issuer IS NOT NULL;
    CREATE TABLE change (
      id INTEGER PRIMARY KEY, class INTEGER NOT NULL, item INTEGER NOT NULL, kind INTEGER NOT NULL,
      version INTEGER NOT NULL) STRICT;
    CREATE UNIQUE INDEX change_item ON change (class, item);
    CREATE TABLE request (
      id INTEGER PRIMARY KEY, client BLOB NOT NULL, request BLOB NOT NULL, status INTEGER NOT NULL,
      refs BLOB, time REAL NOT NULL, version INTEGER NOT NULL) STRICT;
    CREATE UNIQUE INDEX request_identifier ON request (client, request);
    CREATE TABLE work (
      id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, place INTEGER NOT NULL, record BLOB) STRICT;

    """
}
