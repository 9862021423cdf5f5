/// Receives the number of completed steps and the number of all steps. The first number may start at zero again. If
/// the function throws an error, the work stops with this error.
package typealias ProgressReport = (_ done: Int, _ total: Int) throws(KeychainError) -> Void
