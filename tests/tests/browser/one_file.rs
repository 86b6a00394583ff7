//! The lab in one file (`cargo xtask bundle`): from a disk, and in frames that have no origin.

use anyhow::{Result, ensure};
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::site::Site;
use lab_tests::tests;
use tempfile::TempDir;

tests![
    from_a_disk_all_parts_and_texts_are_there,
    in_a_sandboxed_frame_all_parts_and_texts_are_there,
    as_the_text_of_a_sandboxed_frame_all_parts_and_texts_are_there,
];

/// Opens something of each part of the program, and a text.
async fn has_all_parts(page: &Page) -> Result<()> {
    page.open_tab("break").await?;
    ensure!(!page.board().await?.picks.is_empty(), "the board has nothing to pick");
    page.open_tab("code").await?;
    eventually("the code is there", async || Ok(!page.code().await?.lines.is_empty())).await?;
    page.open_tab("runs").await?;
    ensure!(!page.counted_runs().await?.bars.is_empty(), "there are no bars");
    page.open_dialog("share").await?;
    page.violates_no_policy().await
}

async fn from_a_disk_all_parts_and_texts_are_there(page: &Page) -> Result<()> {
    page.is_at(&format!("file://{}", page.needs().bundle.canonicalize()?.display()));
    page.visit(&page.address_of("strategy=get-set&servers=3&t=12.3ms")).await?;
    page.watch_policy().await?;
    page.runs().await?;
    let (shown, _) = page.shows_its_address().await?;
    ensure!(shown.strategy == "get-set", "{}", shown.strategy);
    has_all_parts(page).await
}

/// A course site that has the file under a name of its own, and a page around it.
async fn course(page: &Page, around: &str) -> Result<(Site, TempDir)> {
    let folder = tempfile::tempdir()?;
    std::fs::copy(&page.needs().bundle, folder.path().join("course-7-attachment"))?;
    let around = page.needs().embedding.join("single-file").join(around);
    std::fs::copy(around, folder.path().join("index.html"))?;
    let site = Site::of_unnamed(folder.path()).await?;
    page.move_to(&site);
    page.visit(&page.address_of("")).await?;
    page.enter_frame().await?;
    page.watch_policy().await?;
    page.runs().await?;
    Ok((site, folder))
}

async fn in_a_sandboxed_frame_all_parts_and_texts_are_there(page: &Page) -> Result<()> {
    let kept = course(page, "sandboxed.html").await?;
    ensure!(page.ask::<String>("return origin").await? == "null", "the frame has an origin");
    ensure!(page.shown().await?.strategy == "get-set", "the frame's link is not read");
    has_all_parts(page).await?;
    page.leave_frame().await?;
    drop(kept);
    Ok(())
}

async fn as_the_text_of_a_sandboxed_frame_all_parts_and_texts_are_there(page: &Page) -> Result<()> {
    let kept = course(page, "srcdoc.html").await?;
    ensure!(page.ask::<String>("return location.href + ' ' + origin").await? == "about:srcdoc null", "it is no text");
    page.pick("incr").await?;
    ensure!(page.shown().await?.strategy == "incr", "nothing can be picked");
    has_all_parts(page).await?;
    page.leave_frame().await?;
    drop(kept);
    Ok(())
}
