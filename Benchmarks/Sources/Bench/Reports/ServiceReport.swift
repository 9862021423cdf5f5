/// The results of calls to a keychain in `keychaind`.
struct ServiceReport: Codable {
  /// The time of a call for which the service does no work.
  var emptyCall: Summary
  /// The time of a find in the process, and in the service.
  var findInProcess: Summary
  var find: Summary
  /// The time of an add in the process, and in the service.
  var addInProcess: Summary
  var add: Summary
  /// The time that a find takes longer than a find in the process and an empty call before or after it, in microseconds:
  /// the median of all finds. The client and the service use the same processor.
  var overhead: Double
  /// The time of an add in the service, divided by that of an add in the process and an empty call before or after it: the
  /// median of all adds.
  var addRatio: Double
  /// The number of finds in a second by one client, and by four clients together.
  var findsByOne: Double
  var findsByFour: Double
  /// The resident memory of the service with 1 000 clients of 16 users, in mebibytes; nil if the benchmark does not run as
  /// root.
  var memoryWithManyClients: Double?
}
