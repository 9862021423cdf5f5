/// Takes how much of some work is done: of how many steps, how many. It may begin again from the beginning. The work
/// ends with an error that it throws.
package typealias ProgressReport = (_ done: Int, _ total: Int) throws(KeychainError) -> Void
