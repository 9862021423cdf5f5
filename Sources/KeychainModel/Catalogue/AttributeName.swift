/// The four-character key of an attribute, as in the `kSecAttr…` constants.
package struct AttributeName: Hashable, Sendable {
  package let code: FourCharacterCode

  package init(_ literal: String) { code = FourCharacterCode(literal: literal) }

  package init(code: FourCharacterCode) { self.code = code }

  package init?(key: String) {
    guard let code = FourCharacterCode(key) else { return nil }
    self.code = code
  }

  package var key: String { code.description }

  /// A name that no caller can give, because its code is not four ASCII characters.
  private init(unspelled number: UInt8) {
    code = FourCharacterCode(rawValue: 0xFFFF_FF00 | UInt32(number))
  }

  /// The free attributes of a generic password (`FreeAttributes`). The public functions neither accept nor return free
  /// attributes.
  package static let freeAttributes = AttributeName(unspelled: 1)

  /// The programs and partitions that a person recorded for an item with the `security` tool. The record restricts
  /// nothing. The public functions neither accept nor return the record.
  package static let accessList = AttributeName(unspelled: 2)
}

extension AttributeName {
  package static let accessControl = AttributeName("accc")
  package static let accessGroup = AttributeName("agrp")
  package static let accessible = AttributeName("pdmn")
  package static let account = AttributeName("acct")
  package static let alias = AttributeName("alis")
  package static let appClip = AttributeName("clip")
  package static let applicationLabel = AttributeName("klbl")
  package static let applicationTag = AttributeName("atag")
  package static let authenticationType = AttributeName("atyp")
  package static let certificateEncoding = AttributeName("cenc")
  package static let certificateType = AttributeName("ctyp")
  package static let comment = AttributeName("icmt")
  package static let creationDate = AttributeName("cdat")
  package static let creator = AttributeName("crtr")
  package static let data = AttributeName("data")
  package static let description = AttributeName("desc")
  package static let digest = AttributeName("sha1")
  package static let effectiveKeySize = AttributeName("esiz")
  package static let endDate = AttributeName("edat")
  package static let extractable = AttributeName("extr")
  package static let generic = AttributeName("gena")
  package static let issuer = AttributeName("issr")
  package static let keyClass = AttributeName("kcls")
  package static let keySize = AttributeName("bsiz")
  package static let label = AttributeName("labl")
  package static let modificationDate = AttributeName("mdat")
  package static let multiUser = AttributeName("musr")
  package static let path = AttributeName("path")
  package static let port = AttributeName("port")
  package static let protocolName = AttributeName("ptcl")
  package static let publicKeyHash = AttributeName("pkhh")
  package static let securityDomain = AttributeName("sdmn")
  package static let serialNumber = AttributeName("slnr")
  package static let server = AttributeName("srvr")
  package static let service = AttributeName("svce")
  package static let sharingGroup = AttributeName("ggrp")
  package static let startDate = AttributeName("sdat")
  package static let subject = AttributeName("subj")
  package static let subjectKeyID = AttributeName("skid")
  package static let synchronizable = AttributeName("sync")
  package static let systemBound = AttributeName("sysb")
  package static let tokenID = AttributeName("tkid")
  package static let tombstone = AttributeName("tomb")
  package static let type = AttributeName("type")
  package static let viewHint = AttributeName("vwht")
}
