import AsymmetricKeys
import KeychainCrypto
import KeychainModel
import LockTestSupport
import CertificateTrust
import Testing
import Vault

@testable import Keychain

/// Tests of the encoding of calls and replies. Two values are equal if their messages are equal.
@Suite struct MessageTests {
  private static let identifier = RowIdentifier(high: 0x0102_0304_0506_0708, low: 9)
  private static let handle = Handle(identifier)
  private static let cursor = ChangeCursor(database: .max, number: 7, known: 1)

  private static let attributes = AttributeSet([
    .service: .string("söme\u{0}thing"), .account: .data([0, 255]), .type: .number(.min),
    .creationDate: .date(-0.5),
  ])

  private static var query: ItemQuery {
    get throws {
      var query = ItemQuery(
        .certificate, attributes: attributes, isSynchronizable: nil,
        reference: .item(.key, identifier),
        itemLists: [
          [.reference(.rowNumber(.genericPassword, .max)), .reference(.token(.identity))],
          [.object(attributes, data: [1, 2], isSynchronizable: true)], [],
        ], hostOrSubdomain: "example.com")
      query.isOfObject = true
      query.data = []
      query.largestCount = 7
      query.freeAttributes = try FreeAttributes(["a": "", "": "b"])
      var filter = CertificateFilter()
      filter.issuers = [[3], [1, 2], []]
      filter.subject = [SubjectCondition(.anywhere, "x"), SubjectCondition(.whole, "")]
      filter.comparison = [.caseInsensitive, .widthInsensitive]
      filter.emailAddress = "a@b"
      filter.validity = 1.5
      query.filter = filter
      return query
    }
  }

  private static var additions: [AddRequest] {
    var second = AddRequest(.key, attributes: AttributeSet(), secret: [], contents: [.secret])
    second.acceptsConflicting = true
    second.copiedKey = identifier
    return [
      AddRequest(.genericPassword, attributes: attributes, secret: nil, contents: .attributes),
      second,
    ]
  }

  static var requests: [Request] {
    get throws {
      let (one, other) = (try passcode("1234"), try passcode("\u{0}"))
      let key = try DeviceKey(vaultID: identifier, random: SystemRandom())
      var search = SearchRequest(
        try query, contents: [.attributes, .certificate], limit: nil, skipsGuarded: true)
      search.listsLocked = true
      let batch = BatchRequest(additions, defaults: [attributes], onDuplicate: .replace)
      let certificate = AddRequest(.certificate, attributes: attributes, secret: [1])
      var requests: [Request] = [
        .items(.add(additions[0]), proof: nil),
        .items(.addAll(additions, sparingPresent: true), proof: handle),
        .items(
          .addIdentities([IdentityAddRequest(certificate: certificate, key: additions[1])]),
          proof: nil),
        .items(.search(search), proof: handle),
        .items(
          .update(
            UpdateRequest(
              ItemQuery(.identity), changes: attributes, secret: [9], leavesTombstones: false)),
          proof: nil),
        .items(.delete(DeleteRequest(try query, leavesTombstones: true)), proof: nil),
        .duplicates(batch), .countItems, .countUnreadable(ItemClass.stored),
        .openProof(applicationPassword: one, isTypedOnce: true, passcode: handle),
        .provePasscode(one), .requirePasscodeAttempt, .isCurrent(handle), .mayGuard(handle),
        .closeProof(handle),
      ]
      requests += [
        .isPresent, .open, .close, .status, .canBeLocked, .lock, .unlock(one),
        .set(LockSettings(timeout: 5, locksWhenSuspended: true)),
        .changePasscode(from: nil, to: one), .changePasscode(from: one, to: other),
        .changePasscode(from: other, to: nil), .changePasscode(from: one, to: other, isLoginPassword: true),
        .changePasscode(from: nil, to: other, isLoginPassword: true),
      ]
      requests += [
        .changeDeviceKey(nil), .exportDeviceKey, .importDeviceKey(.key(key)),
        .removeDeviceKeyFile(copy: .bytes(key)), .removeDeviceKeyFile(copy: nil),
        .repair(one, onlyIfMarked: true), .acceptOlder, .recoverQuarantined, .dropQuarantined,
        .erase, .setAside(digest: [UInt8](repeating: 3, count: 32)), .deleteKeychain, .keepKeychain,
      ]
      requests += [
        .begin(.add(additions, sparingPresent: false, proof: nil)), .begin(.batch(batch)),
        .begin(.rotateKeys(one)), .begin(.verify), .begin(.purge), .begin(.compact),
        .begin(.exportBackup(passphrase: one)),
        .begin(
          .importBackup(passphrase: nil, deviceKey: .key(key), isDryRun: true, byteCount: 1 << 40)),
        .begin(.exportCopy(includesProtected: true)),
        .begin(.importCopy(deviceKey: .key(key), passcode: one, byteCount: 1 << 32)),
        .begin(.importCopy(deviceKey: nil, passcode: nil, byteCount: 1)),
        .next(handle), .write(handle, [1, 2, 3]), .cancel(handle), .changes(since: nil), .changes(since: cursor),
        .use(KeyOperationRequest(.sign, [1], with: identifier, publicKey: [4], algorithm: "a"), proof: handle),
        .use(
          KeyOperationRequest(
            .agree(size: 32, sharedInfo: [1]), [], with: identifier, publicKey: [4], algorithm: "b"), proof: nil),
        .use(KeyOperationRequest(.decrypt, [], with: identifier, publicKey: [4], algorithm: ""), proof: nil),
        .askPerson(PersonQuestion(.unlock), as: handle),
        .askPerson(PersonQuestion(.items, reason: "to pay"), as: handle),
        .askPerson(PersonQuestion(.person), as: handle), .becomeAgent(isGraphical: true, proof: nil),
        .becomeAgent(isGraphical: false, proof: handle),
        .unlockWithGivenPasscode, .outcome(of: RequestIdentifier(identifier, of: 5, after: 6)),
        .candidates(CandidateRequest(try query, for: .searchSkippingGuarded, limit: 1), proof: handle),
        .candidates(
          CandidateRequest(
            ItemQuery(.identity), for: .delete, after: CandidateCursor(round: 1, number: .min), limit: .max), proof: nil
        ),
      ]
      return requests
    }
  }

  static var replies: [Reply] {
    get throws {
      let key = try DeviceKey(vaultID: identifier, random: SystemRandom())
      let error = KeychainError(
        .authenticationFailed, "why", because: .passcodeWrong,
        cause: .authenticationNeeded([.userPresence], toStore: true))
      var item = Item(.identity, identifier: identifier, attributes: attributes, secret: [1])
      item.isLocked = true
      item.wasPresent = true
      item.isConflicting = true
      item.certificate = []
      var retained = Item(.key, identifier: identifier)
      retained.privateKey = RemotePrivateKey(identifier, RemotePrivateKey.PublicKey(try .generate(on: .p256)))
      var unreadable = retained
      unreadable.privateKey = RemotePrivateKey(identifier, nil)
      var report = VerificationReport()
      var count = VerificationReport.Count(.key)
      (count.items, count.tombstones, count.dead, count.locked, count.unopened) = (1, 2, 3, 4, 5)
      report.counts = [count]
      report.damages = [VerificationReport.Damage(nil, number: -1, reason: "reason")]
      report.quarantined = [VerificationReport.Quarantined(.certificate, number: 3, moved: 0.1)]
      report.setAside = ["a", ""]
      report.retiredKeyCount = 6
      report.rowsUnderRetiredKeys = 7
      report.obstacle = error
      var rotation = RotationOutcome()
      rotation.resealedCount = 1
      rotation.refusal = error
      var erasure = ErasureOutcome(itemCount: 4)
      erasure.isDeviceKeyForeign = true
      var backup = BackupOutcome()
      backup.items = 3
      for reason in BackupExclusion.allCases { backup.excluded[reason] = 1 }
      var copied = CopyOutcome()
      (copied.items, copied.isRepeated, copied.digest) = (3, true, [UInt8](repeating: 7, count: 32))
      var replies: [Reply] = [
        .done, .flag(true), .flags([true, false]), .count(nil), .count(1 << 40), .items([item, item]),
        .items([retained, unreadable]),
        .batch([.added, .skipped, .replaced]),
        .unreadable(UnreadableCount(damaged: 1, guarded: 2)), .handle(handle),
        .status(LockStatus(hasPasscode: true, state: .locked, settings: LockSettings(), login: .differs)),
        .refusal(nil), .refusal(error), .deviceKey(key), .copy(copied),
      ]
      replies += [
        .repair(
          RepairOutcome(
            counts: [RepairOutcome.Count(itemClass: .key, found: 1, missing: nil)],
            asideName: "aside", isIncomplete: true)),
        .recovery(
          QuarantineOutcome(
            recovered: 1, kept: [QuarantineOutcome.Kept(nil, number: 1, .guarded)])),
        .erasure(erasure), .rotation(rotation), .rotation(nil), .verification(report),
        .purge(PurgeOutcome(dead: 1, tombstones: 2)),
        .compaction(CompactionOutcome(before: 2, after: 1, isComplete: false)),
        .backup(backup),
        .restoration(RestoreOutcome(added: 1, replaced: 2, kept: 3, notForThisDevice: 4, notPermitted: 5)),
        .progress(done: 1, of: 2), .bytes([0, 1]), .ended(.items([item])), .ended(.done),
        .committed(.items([item]), isSynchronizable: true), .ended(.committed(.done, isSynchronizable: false)),
        .result([1]),
        .changes([KeychainChange(isSynchronizable: true, process: 7)], cursor),
        .candidates(CandidatePage()),
        .candidates(
          CandidatePage(
            candidates: [
              CandidatePage.Candidate(identifier: identifier, content: [1]), .init(identifier: identifier, content: []),
            ],
            next: CandidateCursor(round: 0, number: 7))),
        .outcome(.unknown), .outcome(.refused), .outcome(.done(nil)), .outcome(.done([])),
        .outcome(
          .done([
            RequestOutcome.NewItem(.identity, identifier), RequestOutcome.NewItem(.genericPassword, identifier),
          ])),
      ]
      return replies
    }
  }

  private func call(_ message: [UInt8]) throws -> Call {
    try message.withUnsafeBytes { try Call(message: $0) }
  }

  private func answer(_ message: [UInt8]) throws -> Result<Reply, KeychainError> {
    try message.withUnsafeBytes { try Result<Reply, KeychainError>(message: $0) }
  }

  @Test func callsComeBackAsTheyWent() throws {
    for request in try Self.requests {
      for (keychain, limit, identifier) in [
        (KeychainName.standard, nil, nil),
        (
          .path(Array("/".utf8) + [0xFF]), Duration.milliseconds(1500),
          RequestIdentifier(Self.identifier, of: .max, after: 1)
        ),
      ] {
        let message = try Call(request, of: keychain, timeLimit: limit, identifier: identifier)
          .message()
        let read = try call(message)
        #expect(try read.message() == message)
        #expect(
          read.keychain == keychain && read.timeLimit == limit && read.identifier == identifier)
      }
    }
  }

  /// Each kind of request needs a sample in `requests`.
  @Test func everyRequestHasASample() throws {
    let numbers = Set(try Self.requests.map { try Call($0).message()[6] })
    // No request has the number 31. The numbers 37 and 38 are reserved.
    #expect(numbers == Set(0...45).subtracting([31, 37, 38]))
    let replyNumbers = Set(
      try Self.replies.map { try Result<Reply, KeychainError>.success($0).message()[3] })
    #expect(replyNumbers == Set(0...28))
  }

  @Test func answersComeBackAsTheyWent() throws {
    for reply in try Self.replies {
      let message = try Result<Reply, KeychainError>.success(reply).message()
      #expect(try answer(message).message() == message)
    }
  }

  /// A service has the passcodes of all clients in locked memory, of which it has little.
  @Test func aPasscodeOfACallIsSmall() throws {
    func message(_ count: Int) throws -> [UInt8] {
      try Call(.provePasscode(passcode(String(repeating: "p", count: count)))).message()
    }
    _ = try call(message(Passcode.largestByteCountInCall))
    let tooLarge = try message(Passcode.largestByteCountInCall + 1)
    #expect(failure { _ = try call(tooLarge) }?.code == .parameter)
  }

  /// A query has one key for each place of a text in a subject. Each condition takes time for each certificate.
  @Test func aFilterHasFourConditionsAboutTheSubject() throws {
    func message(_ count: Int) throws -> [UInt8] {
      var query = ItemQuery(.certificate)
      var filter = CertificateFilter()
      filter.subject = Array(repeating: SubjectCondition(.anywhere, "x"), count: count)
      query.filter = filter
      return try Call(.items(.search(SearchRequest(query)), proof: nil)).message()
    }
    _ = try call(message(4))
    let tooMany = try message(5)
    #expect(throws: KeychainError.self) { try call(tooMany) }
  }

  /// A service that retains a key does not send it.
  @Test func anItemHasASecretOrARetainedKey() throws {
    var item = Item(.key, identifier: Self.identifier, secret: [1])
    item.privateKey = RemotePrivateKey(Self.identifier, nil)
    let message = try Result<Reply, KeychainError>.success(.items([item])).message()
    #expect(throws: KeychainError.self) { try answer(message) }
  }

  @Test func errorsComeBackAsTheyWent() throws {
    for cause in [
      nil, .databaseDamaged, .unknownProof, .unknownWork, .cancelled, .allPresent, .connectionLost,
      .authenticationNeeded([.userPresence, .applicationPassword], toStore: false),
    ] as [KeychainError.Cause?] {
      let error = KeychainError(.notAvailable, "söme reason", because: .timedOut, cause: cause)
      guard case .failure(let read) = try answer(Result<Reply, _>.failure(error).message()) else {
        Issue.record("a reply")
        continue
      }
      #expect(read.code == error.code && read.reason == error.reason && read.cause == cause)
      #expect(read.failureCause == .timedOut && read.description == error.description)
    }
  }

  /// A newer service may throw errors with a status or a cause that this version does not know. The call has failed all
  /// the same.
  @Test func unknownNumbersOfErrorsAreNoDamage() throws {
    let error = KeychainError(.notAvailable, "why", because: .timedOut, cause: .otherDatabase)
    let message = try Result<Reply, _>.failure(error).message()
    func read(_ change: (inout [UInt8]) -> Void) throws -> KeychainError? {
      var message = message
      change(&message)
      guard case .failure(let read) = try answer(message) else { return nil }
      return read
    }
    // The status and the failure cause have four bytes each, and the reason has 4 + 3 bytes.
    let cause = 3 + 4 + 4 + 4 + 3 + 1
    #expect(message[cause] == 13)
    #expect(try read { $0[cause] = 200 }?.cause == KeychainError.Cause?.none)
    #expect(try read { $0[7] = 0xEE }?.failureCause == .other)
    #expect(try read { $0[5] = 0x12 }?.code == .unexpected)
    #expect(try read { $0[cause] = 200 }?.reason == "why")
  }

  /// The service may have carried out a call whose answer cannot be read.
  @Test func unreadableAnswerIsALostReply() throws {
    let message = try Result<Reply, KeychainError>.success(.done).message()
    var newer = message
    newer[0] = 2
    for message in [[], message + [0], newer] {
      let error = #expect(throws: KeychainError.self) { try answer(message) }
      #expect(error?.code == .notAvailable && error?.cause == .connectionLost)
    }
  }

  @Test func messagesThatAreCutAreRefused() throws {
    for request in try Self.requests {
      let message = try Call(request).message()
      for count in 0..<message.count {
        let error = #expect(throws: KeychainError.self) { try call(Array(message.prefix(count))) }
        #expect(error?.code == .decode)
      }
      #expect(throws: KeychainError.self) { try call(message + [0]) }
    }
    for reply in try Self.replies {
      let message = try Result<Reply, KeychainError>.success(reply).message()
      for count in 0..<message.count {
        #expect(throws: KeychainError.self) { try answer(Array(message.prefix(count))) }
      }
      #expect(throws: KeychainError.self) { try answer(message + [0]) }
    }
  }

  @Test func anotherVersionIsNamed() throws {
    var message = try Call(.lock).message()
    message[0] = 2
    let error = #expect(throws: KeychainError.self) { try call(message) }
    #expect(error?.failureCause == .newerFormat)
    // No version of the protocol has the number 0.
    message[0] = 0
    #expect(throws: KeychainError.self) { try call(message) }
    #expect(refusal(message) == .decode)
  }

  private func refusal(_ message: [UInt8]) -> KeychainError.Code? {
    do {
      _ = try call(message)
      return nil
    } catch { return (error as? KeychainError)?.code }
  }

  /// Each value has exactly one valid message. The test changes a valid message so that it becomes invalid. Some
  /// changed messages could be read as the same value.
  @Test func otherMessagesOfTheSameValueAreRefused() throws {
    func expect(_ request: Request, _ old: [UInt8], _ new: [UInt8]) throws {
      let message = try Call(request).message()
      let place = try #require((0...message.count - old.count).last { Array(message[$0...].prefix(old.count)) == old })
      #expect(refusal(message) == nil)
      #expect(refusal(Array(message[..<place]) + new + message[(place + old.count)...]) == .decode)
    }
    var attributes = AttributeSet()
    for code: UInt32 in [2, 1] { attributes[AttributeName(code: FourCharacterCode(rawValue: code))] = .number(7) }
    let add = AddRequest(.genericPassword, attributes: attributes, secret: nil, contents: .secret)
    let second: [UInt8] = [2, 0, 0, 0, 2, 7, 0, 0, 0, 0, 0, 0, 0]
    let first: [UInt8] = [1] + second.dropFirst()
    try expect(.items(.add(add), proof: nil), first + second, second + first)
    try expect(.items(.add(add), proof: nil), first + second, first + first)
    // The changed message requests invalid contents.
    try expect(.items(.add(add), proof: nil), [2, 0, 0], [8, 0, 0])
    var query = ItemQuery(.certificate)
    var filter = CertificateFilter()
    filter.issuers = [[5, 5], [6, 6]]
    filter.comparison = [.caseInsensitive]
    query.filter = filter
    let search = Request.items(.search(SearchRequest(query)), proof: nil)
    let (five, six): ([UInt8], [UInt8]) = ([2, 0, 0, 0, 5, 5], [2, 0, 0, 0, 6, 6])
    try expect(search, five + six, six + five)
    try expect(search, five + six, five + five)
    try expect(search, six + [0, 0, 0, 0, 1], six + [0, 0, 0, 0, 9])
    // The changed messages contain an invalid purpose and an invalid limit of a page.
    let candidates = Request.candidates(CandidateRequest(query, for: .update, limit: 5), proof: nil)
    try expect(candidates, [2, 0, 5], [4, 0, 5])
    try expect(candidates, [5, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0])
    // Candidates are certificates or identities, but never passwords.
    try expect(.candidates(CandidateRequest(ItemQuery(.identity), for: .update, limit: 5), proof: nil), [4], [0])
    try expect(.set(LockSettings(timeout: 5)), [5, 0, 0, 0], [0, 0, 0, 0])
  }

  @Test func namesOfKeychainsAreAbsolutePaths() throws {
    for path in [[], Array("a/b".utf8), Array("/a".utf8) + [0]] {
      #expect(refusal(try Call(.lock, of: .path(path)).message()) == .decode)
    }
  }

  /// An item in a message may have at most 256 attributes.
  @Test func attributesAreLimited() throws {
    var attributes = AttributeSet()
    func append(_ code: UInt32) {
      attributes.append(AttributeName(code: FourCharacterCode(rawValue: code)), .number(1))
    }
    for code: UInt32 in 0..<256 { append(code) }
    func message() throws -> [UInt8] {
      try Call(.items(.add(AddRequest(.key, attributes: attributes, secret: nil)), proof: nil)).message()
    }
    #expect(refusal(try message()) == nil)
    append(256)
    let error = #expect(throws: KeychainError.self) { try message() }
    #expect(error?.code == .dataTooLarge)
  }

  @Test func timeLimitIsLimited() throws {
    #expect(Call(.lock, timeLimit: .seconds(Int64.max)).timeLimit == .seconds(30))
    #expect(Call(.lock, timeLimit: .seconds(-1)).timeLimit == .zero)
    var message = try Call(.lock, timeLimit: .seconds(30)).message()
    #expect(refusal(message) == nil)
    message[4] += 1
    #expect(refusal(message) == .decode)
  }

  @Test func reasonsAreCut() throws {
    let error = KeychainError(.notAvailable, "ab" + String(repeating: "ö€", count: 2000))
    guard case .failure(let read) = try answer(Result<Reply, _>.failure(error).message()) else {
      Issue.record("a reply")
      return
    }
    #expect((4093...4096).contains(read.reason.utf8.count) && error.reason.hasPrefix(read.reason))
    let longest = KeychainError(.notAvailable, String(repeating: "a", count: 4096))
    var message = try Result<Reply, _>.failure(longest).message()
    #expect(throws: Never.self) { try answer(message) }
    // The reason of the error is one byte longer than the limit.
    message[11] += 1
    message.insert(UInt8(ascii: "a"), at: 15)
    #expect(throws: KeychainError.self) { try answer(message) }
  }

  /// The message states more elements than it has bytes. The reader must not reserve memory for these elements.
  @Test func countsAreBoundedByTheMessage() throws {
    let message: [UInt8] = [1, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0x7F]
    let error = #expect(throws: KeychainError.self) { try call(message) }
    #expect(error?.code == .decode)
  }

  /// The numbers are reserved for later requests that create and delete keychains.
  @Test(arguments: [UInt8(37), 38]) func reservedNumbersAreNamed(_ number: UInt8) throws {
    for rest in [[], [0], [UInt8](repeating: 0xFF, count: 40)] as [[UInt8]] {
      let error = #expect(throws: KeychainError.self) { try call([1, 0, 0, 0, 0, 0, number] + rest) }
      #expect(error?.code == .unimplemented)
      #expect(error?.reason.contains("reserved") == true)
    }
    #expect(throws: KeychainError.self) { try call([1, 0, 0, 0, 0, 0, 40]) }
  }

  /// The nesting depth of a reply is limited. A deeper reply could exhaust the stack.
  @Test func onlyTheReplyOfWorkIsInAnEnd() {
    for count in [2, 100_000] {
      let message: [UInt8] = [1, 0, 1] + [UInt8](repeating: 22, count: count) + [0]
      #expect(throws: KeychainError.self) { try answer(message) }
    }
    for tags: [UInt8] in [[27, 0, 22], [27, 0, 27, 0], [22, 27, 1, 22], [22, 27, 1, 27, 1]] {
      #expect(throws: KeychainError.self) { try answer([1, 0, 1] + tags + [0]) }
    }
    for reply: Reply in [
      .ended(.ended(.done)), .committed(.ended(.done), isSynchronizable: true),
      .committed(.committed(.done, isSynchronizable: true), isSynchronizable: true),
    ] {
      #expect(throws: KeychainError.self) { try Result<Reply, KeychainError>.success(reply).message() }
    }
  }

  /// The item class "identity" has no rows.
  @Test func itemsOfAnIdentityAreNotAdded() throws {
    let keychain = try TestMachine().process()
    let request = AddRequest(.identity, attributes: AttributeSet(), secret: nil)
    let message = try Call(.items(.add(request), proof: nil)).message()
    let error = #expect(throws: KeychainError.self) {
      try keychain.send(call(message), from: Peer(.tool))
    }
    #expect(error?.code == .unexpected)
  }
}
