//! Pictures for a person to look at.

use anyhow::Result;
use lab_tests::eventually::eventually;
use lab_tests::page::Page;
use lab_tests::tests;

tests![every_strategy_has_its_picture_taken,];

async fn every_strategy_has_its_picture_taken(page: &Page) -> Result<()> {
    for (width, height) in [(1280, 800), (800, 640), (360, 740)] {
        page.resize(width, height).await?;
        for theme in ["light", "dark"] {
            page.prefer(theme, "no-preference").await?;
            for strategy in crate::STRATEGIES {
                for (when, playhead) in [("rest", ""), ("flight", "&t=20ms")] {
                    page.open(&format!("strategy={strategy}{playhead}")).await?;
                    // Some averages come a moment later.
                    let whole = async || Ok(page.shown().await?.card("allowed").below.contains("average"));
                    eventually("there is an average", whole).await?;
                    page.picture(&format!("{width}x{height}-{theme}/{strategy}-{when}")).await?;
                }
            }
        }
    }
    Ok(())
}
