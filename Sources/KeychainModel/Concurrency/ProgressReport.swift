/// A function that receives the number of completed steps, `done`, and the number of all steps, `total`. `done` may
/// return to zero. If the function throws an error, the work stops with this error.
package typealias ProgressReport = (_ done: Int, _ total: Int) throws(KeychainError) -> Void
